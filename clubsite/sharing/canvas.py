"""A 1200 by 630 picture in the site's colours and fonts, as a PNG file that also contains the picture's text."""

from functools import cache
from io import BytesIO

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from clubsite.pdf.letters import BOLD, DASHES, FONTS, SANS, letters_of
from clubsite.pdf.paper import COLOURS, SHAPES

WIDE, HIGH = 1200, 630
SHARP = 2
"""The scale at which it is drawn, for smooth edges."""
COLOURS_KEPT = 192
SERIF = "texgyrepagella-regular.otf"
# Tokens of static/css/tokens.css, by day.
PAPER, SHEET, CLOTH, INK, INK_2, RULE, EDGE, VUL = (
    "#F5F2E9", "#FFFEFA", "#E4E3D8", "#1B1A17", "#45433B", "#D6D1C1", "#A8A391", "#A31A15",
)  # fmt: skip
SMALLEST = 0.7  # of the wanted size
STEPS = 8  # straight lines for each curve of a suit


class Canvas:
    """A canvas. Lengths are in pixels of the finished picture, measured from its top left corner. The `y` of a piece
    of text is its baseline.
    """

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDE * SHARP, HIGH * SHARP), PAPER)
        self._draw = ImageDraw.Draw(self._image)
        self.written: list[str] = []

    def write(
        self, x: float, y: float, text: str, size: float, *, font: str = SANS, colour: str = INK,
        room: float = WIDE, anchor: str = "l",
    ) -> float:  # fmt: skip
        """Write one line. If it is wider than `room`, shrink it, then cut it with an ellipsis. `anchor` is l, m or r.

        Return the line's width.
        """
        text = text.translate(DASHES)
        font, least = _font_for(text, font), size * SMALLEST
        while size > least and self.width(text, size, font) > room:
            size -= 1
        face = _face(font, size)
        text = _cut(text, face, room * SHARP)
        self._draw.text((x * SHARP, y * SHARP), text, font=face, fill=colour, anchor=f"{anchor}s")
        self.written.append(text)
        return float(face.getlength(text)) / SHARP

    def width(self, text: str, size: float, font: str = SANS) -> float:
        """Return the width of a line of text."""
        return float(_face(_font_for(text, font), size).getlength(text)) / SHARP

    def suit(self, letter: str, x: float, y: float, size: float) -> None:
        """Draw the symbol of a suit in its colour. The top left corner of the symbol's box is at (x, y)."""
        for outline in _outlines(letter):
            points = [((x + px * size / 100) * SHARP, (y + py * size / 100) * SHARP) for px, py in outline]
            self._draw.polygon(points, fill=COLOURS[letter])

    def line(self, x: float, y: float, wide: float, colour: str = RULE, thick: float = 1) -> None:
        """Draw a horizontal line from (x, y)."""
        self._draw.rectangle(_box(x, y, wide, thick), fill=colour)

    def box(
        self, x: float, y: float, wide: float, high: float, *, fill: str, edge: str = "", thick: float = 1,
        round_by: float = 6,
    ) -> None:  # fmt: skip
        """Draw a rectangle with rounded corners."""
        self._draw.rounded_rectangle(
            _box(x, y, wide, high), round_by * SHARP, fill, edge or None, round(thick * SHARP) if edge else 0
        )

    def png(self) -> bytes:
        """Return the picture as a PNG file whose `Description` contains all the text, one item per line."""
        small = self._image.reduce(SHARP)
        info = PngInfo()
        info.add_itxt("Description", "\n".join(self.written), "en")
        file = BytesIO()
        few = small.quantize(COLOURS_KEPT, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(file, "PNG", pnginfo=info)
        return file.getvalue()


def can_write(text: str) -> bool:
    """True if the fonts contain every letter of the text."""
    return any(set(map(ord, text)) <= letters_of(font) for font in (SANS, BOLD))


def _font_for(text: str, font: str) -> str:
    """Return `font`, or a font that covers more of the text if `font` lacks any of its letters."""
    return font if set(map(ord, text)) <= letters_of(font) else BOLD if font == BOLD else SANS


@cache
def _face(font: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / font), size * SHARP, layout_engine=ImageFont.Layout.BASIC)


def _cut(text: str, face: ImageFont.FreeTypeFont, room: float) -> str:
    if face.getlength(text) <= room:
        return text
    while text and face.getlength(text + "…") > room:
        text = text[:-1].rstrip()
    return text + "…"


def _box(x: float, y: float, wide: float, high: float) -> tuple[float, float, float, float]:
    return (x * SHARP, y * SHARP, (x + wide) * SHARP - 1, (y + high) * SHARP - 1)


class _Flat(BasePen):
    """A pen that turns outlines into points."""

    def __init__(self) -> None:
        super().__init__(None)
        self.outlines: list[list[tuple[float, float]]] = []

    def _moveTo(self, at: tuple[float, float]) -> None:
        self.outlines.append([at])

    def _lineTo(self, at: tuple[float, float]) -> None:
        self.outlines[-1].append(at)

    def _curveToOne(self, a: tuple[float, float], b: tuple[float, float], to: tuple[float, float]) -> None:
        start = self.outlines[-1][-1]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points = (start, a, b, to)
            x = sum(part * point[0] for part, point in zip(parts, points, strict=True))
            y = sum(part * point[1] for part, point in zip(parts, points, strict=True))
            self.outlines[-1].append((x, y))


@cache
def _outlines(letter: str) -> list[list[tuple[float, float]]]:
    pen = _Flat()
    parse_path(SHAPES[letter], pen)
    return pen.outlines
