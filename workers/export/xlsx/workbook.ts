/** A workbook of sheets that are written side by side, as a zip archive (ECMA-376, transitional). */
import { xmlHead, xmlText } from '../xml.ts'
import type { ZipFile } from '../zip/zipFile.ts'
import { type Cell, type Column, excelRows, sheetWriter, textElement } from './sheet.ts'

export interface Rows {
  write(cells: readonly Cell[]): void
}

export interface Workbook {
  /** They stand in the workbook in the order in which they are asked for here. */
  sheet(name: string, columns: readonly Column[]): Rows
  end(): void
}

const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const spreadsheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function workbook(zip: ZipFile, mostRows = excelRows): Workbook {
  const kinds: { name: string; sheets: { file: number; sheet: ReturnType<typeof sheetWriter> }[] }[] = []
  let files = 0
  const shared = new Map<string, number>()
  const numberOf = (text: string): number => {
    const known = shared.get(text)
    if (known !== undefined) return known
    shared.set(text, shared.size)
    return shared.size - 1
  }
  const file = (name: string, text: string) => {
    const entry = zip.text(name)
    entry.write(xmlHead + text)
    entry.end()
  }
  // All other parts of the workbook are named before it is known how many sheets there are.
  file(
    '[Content_Types].xml',
    `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${spreadsheetml}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetml}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetml}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheetml}.sharedStrings+xml"/></Types>`,
  )
  file(
    '_rels/.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  file('xl/styles.xml', styles)

  return {
    sheet(name, columns) {
      const kind: (typeof kinds)[number] = { name, sheets: [] }
      kinds.push(kind)
      const open = () => {
        files += 1
        const sheet = sheetWriter(columns, zip.headed(`xl/worksheets/sheet${files}.xml`), numberOf, mostRows)
        kind.sheets.push({ file: files, sheet })
        return sheet
      }
      let sheet = open()
      return {
        write(cells) {
          if (sheet.isFull) sheet = open()
          sheet.write(cells)
        },
      }
    },
    end() {
      const sheets = kinds.flatMap(({ name, sheets }) =>
        sheets.map(({ file, sheet }, at) => ({ name: at === 0 ? name : `${name} ${at + 1}`, file, sheet })),
      )
      for (const [at, { sheet }] of sheets.entries()) sheet.end(at === 0)
      const texts = zip.text('xl/sharedStrings.xml')
      texts.write(`${xmlHead}<sst xmlns="${main}" uniqueCount="${shared.size}">`)
      for (const text of shared.keys()) texts.write(`<si>${textElement(text)}</si>`)
      texts.write('</sst>')
      texts.end()
      const names = sheets.map(
        ({ name, file }, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${file}"/>`,
      )
      file(
        'xl/workbook.xml',
        `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${names.join('')}</sheets></workbook>`,
      )
      const targets = sheets.map(
        ({ file }) => `<Relationship Id="rId${file}" Type="${office}/worksheet" Target="worksheets/sheet${file}.xml"/>`,
      )
      file(
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${relationships}">${targets.join('')}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rIdTexts" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      )
    },
  }
}

/** Plain cells, and bold ones for the heads of columns. */
const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
