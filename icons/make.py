#!/usr/bin/env python3
"""Draws the pictures in this folder again from their SVG sources.

Run it after changing an .svg file, and commit what it wrote; the build draws nothing. It needs
rsvg-convert (Debian: librsvg2-bin) and no Python package.

  tensorloupe.svg, tensorloupe-small.svg    the program; the small one up to 32 pixels
  safetensors.svg, safetensors-small.svg    the .safetensors file type

From each pair come NAME-SIZE.png, NAME.ico (Windows) and NAME.icns (macOS).
"""

import pathlib
import struct
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL = 32

# The types of an .icns file that hold a PNG; the last four are for screens with double density.
ICNS_TYPES = (
    (b"icp4", 16), (b"icp5", 32), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512),
    (b"ic11", 32), (b"ic12", 64), (b"ic13", 256), (b"ic14", 512),
)


def draw(name, size):
    source = FOLDER / (name + ("-small.svg" if size <= SMALL else ".svg"))
    target = FOLDER / f"{name}-{size}.png"
    subprocess.run(
        ["rsvg-convert", "-w", str(size), "-h", str(size), "-o", target, source], check=True)
    return target.read_bytes()


def ico(pictures):
    """A directory of 16 bytes per picture, then the pictures; a width of 256 is written as 0."""
    pictures = [(size, png) for size, png in pictures.items() if size <= 256]
    offset = 6 + 16 * len(pictures)
    directory = struct.pack("<HHH", 0, 1, len(pictures))
    for size, png in pictures:
        directory += struct.pack(
            "<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), offset)
        offset += len(png)
    return directory + b"".join(png for _, png in pictures)


def icns(pictures):
    """Chunks of a type, their length with these 8 bytes, and the picture."""
    chunks = b"".join(
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for kind, size in ICNS_TYPES)
    return b"icns" + struct.pack(">I", 8 + len(chunks)) + chunks


def main():
    for name in ("tensorloupe", "safetensors"):
        pictures = {size: draw(name, size) for size in SIZES}
        (FOLDER / f"{name}.ico").write_bytes(ico(pictures))
        (FOLDER / f"{name}.icns").write_bytes(icns(pictures))


if __name__ == "__main__":
    main()
