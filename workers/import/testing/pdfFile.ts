/** PDFs for tests and benches, made by program: words at places, in one of the fonts that every reader knows. */

export interface PdfText {
  text: string
  /** In points from the lower left corner. */
  x: number
  y: number
  size?: number
  /** In degrees, against the clock. */
  angle?: number
}

export interface PdfPage {
  texts: readonly PdfText[]
  rotate?: 0 | 90 | 180 | 270
  /** In points; left out: A4. */
  size?: readonly [width: number, height: number]
  /** A black picture of so many pixels, over the whole page. */
  picture?: readonly [width: number, height: number]
}

/** Letters of Windows-1252, and `ligatures` as one glyph each. */
export function pdfFile(pages: readonly PdfPage[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl] >> >>',
  ]
  const pictures: (readonly [width: number, height: number])[] = []
  for (const { texts, rotate = 0, size = [595, 842], picture } of pages) {
    if (picture) pictures.push(picture)
    const painted = picture ? [`q ${size[0]} 0 0 ${size[1]} 0 0 cm /P Do Q`] : []
    const named = picture ? ` /XObject << /P ${3 + 2 * pages.length + pictures.length} 0 R >>` : ''
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Rotate ${rotate} /Contents ${objects.length + 2} 0 R /Resources << /Font << /F 3 0 R >>${named} >> >>`,
      stream('', [...painted, ...texts.map(shown)].join('\n')),
    )
  }
  objects.push(...pictures.map(black))
  let file = '%PDF-1.7\n'
  const places: number[] = []
  for (const [i, object] of objects.entries()) {
    places.push(file.length)
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
  }
  const xref = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Uint8Array.from(file, (unit) => unit.charCodeAt(0))
}

const stream = (about: string, content: string): string =>
  `<< ${about}/Length ${content.length} >>\nstream\n${content}\nendstream`

/** One bit a pixel, in runs of 128 bytes. */
function black([width, height]: readonly [number, number]): string {
  const runs = Math.ceil((Math.ceil(width / 8) * height) / 128)
  return stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /RunLengthDecode `,
    `${'\x81\0'.repeat(runs)}\x80`,
  )
}

function shown({ text, x, y, size = 10, angle = 0 }: PdfText): string {
  const turn = (angle * Math.PI) / 180
  const matrix = [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y].map((part) => part.toFixed(4))
  const letters = text
    .replaceAll('ﬁ', '\u0001')
    .replaceAll('ﬂ', '\u0002')
    .replaceAll('•', '\u0095')
    .replace(/[\\()]/g, '\\$&')
  return `BT /F ${size} Tf ${matrix.join(' ')} Tm (${letters}) Tj ET`
}

/** Lines of text one below the other, from (x, y) on. */
export const pdfLines = (lines: readonly string[], x = 72, y = 760, { size = 10, leading = 12 } = {}): PdfText[] =>
  lines.map((text, i) => ({ text, x, y: y - i * leading, size }))
