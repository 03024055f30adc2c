"""A recorded game in other forms: JSON, text, one HTML page, an SVG picture, a terminal's recording."""
