"""A recorded game in other formats: JSON, text, one HTML page, an SVG picture, a terminal recording."""
