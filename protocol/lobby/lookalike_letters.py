"""Letters of other scripts that look like a Latin letter or a digit.

From Unicode's table of confusables (UTS #39): those of the Latin, Greek, Cyrillic, Armenian, Cherokee, Coptic
and Lisu scripts which compatibility normalization (NFKC) and case folding do not already turn into ASCII.
"""

from __future__ import annotations

LOOKALIKES = {
    "a": "ɑαа",
    "b": "ƄЬᏏ",
    "c": "сᴄⲥꮯ",
    "d": "ԁᏧꓒ",
    "e": "еҽꬲ",
    "f": "քẝꞙꬵ",
    "g": "ƍɡցᶃ",
    "h": "һհᏂ",
    "i": "ıɩɪιіӏᎥꙇꭵ",
    "j": "ϳј",
    "l": "ƖǀΙІӀⲒꓲ",
    "n": "ոռ",
    "o": "οσоօᴏᴑⲟꬽ",
    "p": "ρрⲣ",
    "q": "ԛգզ",
    "r": "гᴦⲅꭇꭈꮁ",
    "s": "ƽѕꜱꮪ",
    "u": "ʋυսᴜꞟꭎꭒ",
    "v": "νѵᴠꮩ",
    "w": "ɯѡԝաᴡꮃ",
    "x": "х",
    "y": "ɣʏγуүᶌỿꭚ",
    "z": "ᴢꮓ",
    "A": "ΑАᎪꓮ",
    "B": "ΒВᏴꓐꞴ",
    "C": "СᏟⲤꓚ",
    "D": "Ꭰꓓ",
    "E": "ΕЕᎬꓰ",
    "F": "ϜꓝꞘ",
    "G": "ԌᏀᏳꓖ",
    "H": "ΗНᎻⲎꓧ",
    "J": "ͿЈᎫꓙꞲ",
    "K": "ΚКᏦⲔꓗ",
    "L": "ᏞⳐꓡ",
    "M": "ΜϺМᎷⲘꓟ",
    "N": "ΝⲚꓠ",
    "O": "ΟОՕⲞꓳ",
    "P": "ΡРᏢⲢꓑ",
    "R": "ƦᎡᏒꓣ",
    "S": "ЅՏᏕᏚꓢ",
    "T": "ΤТᎢⲦꓔ",
    "U": "Սꓴ",
    "V": "ѴᏙꓦ",
    "W": "ԜᎳᏔꓪ",
    "X": "ΧХⲬꓫꞳ",
    "Y": "ΥУҮᎩᎽⲨꓬ",
    "Z": "ΖᏃꓜ",
    "2": "ƧϨꙄꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ",
    "4": "Ꮞ",
    "5": "Ƽ",
    "6": "бᏮⳒ",
    "8": "Ȣȣ",
    "9": "ⳊꝮ",
}

TO_LATIN = {ord(other): latin for latin, others in LOOKALIKES.items() for other in others}
"""For `str.translate`."""
