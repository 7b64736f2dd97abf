/** The texts that the cells of a workbook share, without their formatting and without readings above the line. */
import { readXml } from '../../xml/readXml.ts'

export function readSharedStrings(bytes: Uint8Array, report: (part: number) => void): string[] | string {
  const strings: string[] = []
  let text = ''
  let inText = false
  let inReading = false
  const fault = readXml(
    bytes,
    {
      open: (name) => {
        if (name === 'si') text = ''
        else if (name === 'rPh') inReading = true
        else if (name === 't') inText = !inReading
      },
      close: (name) => {
        if (name === 'si') strings.push(unescaped(text))
        else if (name === 'rPh') inReading = false
        else if (name === 't') inText = false
      },
      text: (piece) => {
        if (inText) text += piece
      },
    },
    {},
    report,
  )
  return fault ?? strings
}

/** What XML cannot hold stands as `_x000D_`, and that itself as `_x005F_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
