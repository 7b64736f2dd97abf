/**
 * What would Word or Excel refuse of a file, or offer to repair? They take far less than other readers: elements in the order of the schema, ids
 * that are unique, ranges that end, relationships and kinds of content for every part. Knows nothing of who wrote the file; ECMA-376, transitional.
 */
import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

interface Element {
  name: string
  at: Readonly<Record<string, string>>
  text: string
  inside: Element[]
}

/** One line for each, with the part it is in; at most a hundred. */
export function officeFaults(bytes: Uint8Array): string[] {
  const files = unzipSync(bytes)
  const faults: string[] = []
  const parts = new Map<string, Element>()
  for (const [name, data] of Object.entries(files)) {
    if (!/\.(?:xml|rels)$/.test(name)) continue
    const text = strFromU8(data)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML does not allow
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) faults.push(`${name}: control characters`)
    parts.set(name, tree(text))
  }
  packageFaults(files, parts, faults)
  for (const [name, root] of parts) {
    const say = (fault: string) => faults.push(`${name}: ${fault}`)
    every(root, (element) => orderFaults(element, say))
    if (name.endsWith('document.xml')) wordFaults(parts, root, say)
    if (/worksheets\//.test(name)) sheetFaults(parts, root, say)
    if (name.endsWith('workbook.xml')) workbookFaults(root, say)
  }
  return [...new Set(faults)].slice(0, 100)
}

function tree(xml: string): Element {
  const root: Element = { name: '', at: {}, text: '', inside: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, at: attributes as Record<string, string>, text: '', inside: [] }
    open.at(-1)?.inside.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return root
}

function every(element: Element, look: (element: Element) => void): void {
  look(element)
  for (const child of element.inside) every(child, look)
}

const all = (root: Element | undefined, name: string): Element[] => {
  const found: Element[] = []
  if (root) every(root, (element) => element.name === name && found.push(element))
  return found
}

function packageFaults(files: Record<string, Uint8Array>, parts: ReadonlyMap<string, Element>, faults: string[]): void {
  const types = parts.get('[Content_Types].xml')
  const ends = new Set(all(types, 'Default').map(({ at }) => at.Extension))
  const named = all(types, 'Override').map(({ at }) => at.PartName?.slice(1) ?? '')
  for (const name of named) if (!files[name]) faults.push(`[Content_Types].xml: no part ${name}`)
  for (const name of Object.keys(files)) {
    if (name === '[Content_Types].xml') continue
    if (!named.includes(name) && !ends.has(name.split('.').at(-1)))
      faults.push(`[Content_Types].xml: nothing on ${name}`)
  }
  const targets = new Set(['[Content_Types].xml'])
  for (const [name, root] of parts) {
    if (!name.endsWith('.rels')) continue
    targets.add(name)
    const [, folder = '', part = ''] = /^(.*?)_rels\/(.*)\.rels$/.exec(name) ?? []
    const found = all(root, 'Relationship')
    const ids = found.map(({ at }) => at.Id)
    if (new Set(ids).size < ids.length) faults.push(`${name}: an id twice`)
    for (const { at } of found) {
      targets.add(folder + at.Target)
      if (!files[folder + at.Target]) faults.push(`${name}: no part ${at.Target}`)
    }
    every(parts.get(folder + part) ?? { name: '', at: {}, text: '', inside: [] }, ({ at }) => {
      for (const [attribute, id] of Object.entries(at))
        if (attribute.startsWith('r:') && !ids.includes(id)) faults.push(`${folder + part}: no relationship ${id}`)
    })
  }
  for (const name of Object.keys(files)) if (!targets.has(name)) faults.push(`${name}: nothing names this part`)
}

/** Elements in the order in which the schema wants those that stand in another; of `*` any number, elsewhere one of each. */
const orders: Readonly<Record<string, string>> = {
  'w:pPr':
    'w:pStyle w:keepNext w:keepLines w:pageBreakBefore w:framePr w:widowControl w:numPr w:pBdr w:shd w:tabs w:bidi w:spacing w:ind w:contextualSpacing w:jc w:textDirection w:outlineLvl w:rPr w:sectPr',
  'w:rPr':
    'w:rStyle w:rFonts w:b w:bCs w:i w:iCs w:caps w:strike w:color w:spacing w:sz w:szCs w:highlight w:u w:shd w:vertAlign w:rtl w:lang',
  'w:tblPr': 'w:tblStyle w:tblW w:jc w:tblInd w:tblBorders w:shd w:tblLayout w:tblCellMar w:tblLook',
  'w:tcPr': 'w:tcW w:gridSpan w:vMerge w:tcBorders w:shd w:noWrap w:tcMar w:vAlign',
  'w:tbl': 'w:tblPr w:tblGrid *w:tr',
  'w:tr': 'w:trPr *w:tc',
  'w:style': 'w:name w:basedOn w:next w:link w:uiPriority w:qFormat w:pPr w:rPr w:tblPr',
  'w:lvl': 'w:start w:numFmt w:lvlText w:lvlJc w:pPr w:rPr',
  'w:abstractNum': 'w:nsid w:multiLevelType *w:lvl',
  'w:numbering': '*w:abstractNum *w:num',
  'w:styles': 'w:docDefaults w:latentStyles *w:style',
  'w:document': 'w:body',
  'w:sectPr': '*w:headerReference *w:footerReference w:pgSz w:pgMar w:cols w:docGrid',
  'wp:inline': 'wp:extent wp:effectExtent wp:docPr wp:cNvGraphicFramePr a:graphic',
  'pic:pic': 'pic:nvPicPr pic:blipFill pic:spPr',
  'pic:blipFill': 'a:blip a:stretch',
  'pic:spPr': 'a:xfrm a:prstGeom a:ln',
  worksheet: 'sheetPr dimension sheetViews sheetFormatPr cols sheetData autoFilter pageMargins',
  workbook: 'workbookPr bookViews sheets definedNames calcPr',
  styleSheet: 'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles',
}

function orderFaults({ name, inside }: Element, say: (fault: string) => void): void {
  const order = orders[name]?.split(' ')
  let last = -1
  for (const child of order ? inside : []) {
    const many = order?.indexOf(`*${child.name}`) ?? -1
    const place = many >= 0 ? many : (order?.indexOf(child.name) ?? -1)
    if (place < 0) say(`${child.name} in ${name}`)
    else if (place < last || (place === last && many < 0)) say(`${child.name} at its place in ${name}`)
    last = Math.max(last, place)
  }
  const counted = inside.length > 0 && /^(?:fonts|fills|borders|cellStyleXfs|cellXfs|cellStyles)$/.test(name)
  if (name === 'w:tc' && inside.at(-1)?.name !== 'w:p') say('a cell that does not end with a paragraph')
  if (name === 'w:tbl' && new Set(all({ name: '', at: {}, text: '', inside }, 'w:tr').map(cells)).size > 1)
    say('rows of a table with other numbers of cells')
  if (counted && inside.length === 0) say(`nothing in ${name}`)
}

const cells = ({ inside }: Element): number => inside.filter(({ name }) => name === 'w:tc').length

function wordFaults(parts: ReadonlyMap<string, Element>, document: Element, say: (fault: string) => void): void {
  const unique = (ids: readonly (string | undefined)[], of: string) => {
    if (new Set(ids).size < ids.length) say(`an id of ${of} twice`)
  }
  const comments = all(parts.get('word/comments.xml'), 'w:comment')
  const known = new Set(comments.map(({ at }) => at['w:id']))
  unique(
    comments.map(({ at }) => at['w:id']),
    'comments',
  )
  for (const { at, inside } of comments) {
    if (inside.at(-1)?.name !== 'w:p') say('a comment without a paragraph')
    if (at['w:author'] === undefined) say('a comment of nobody')
    if ((at['w:author'] ?? '').length > 255) say('an author of more than 255 letters')
    if ([...(at['w:initials'] ?? '')].length > 9) say('initials of more than 9 letters')
    if (at['w:date'] !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(at['w:date'])) say('no date')
  }
  const state = new Map<string, string>()
  const next: Readonly<Record<string, readonly [string | undefined, string]>> = {
    'w:commentRangeStart': [undefined, 'begun'],
    'w:commentRangeEnd': ['begun', 'ended'],
    'w:commentReference': ['ended', 'referred'],
  }
  every(document, ({ name, at }) => {
    const step = next[name]
    const id = at['w:id'] ?? ''
    if (!step) return
    if (state.get(id) !== step[0] || !known.has(id)) say(`${name} of comment ${id}`)
    state.set(id, step[1])
  })
  if ([...state.values()].some((step) => step !== 'referred') || state.size !== known.size) say('comments left open')
  unique(
    all(document, 'wp:docPr').map(({ at }) => at.id),
    'drawings',
  )
  const styles = new Set(all(parts.get('word/styles.xml'), 'w:style').map(({ at }) => at['w:styleId']))
  const numbers = new Set(all(parts.get('word/numbering.xml'), 'w:num').map(({ at }) => at['w:numId']))
  for (const name of ['word/document.xml', 'word/comments.xml', 'word/styles.xml'])
    every(parts.get(name) ?? document, ({ name, at }) => {
      if (/^w:(?:pStyle|rStyle|basedOn|next)$/.test(name) && !styles.has(at['w:val'])) say(`no style ${at['w:val']}`)
      if (name === 'w:numId' && !numbers.has(at['w:val'])) say(`no list ${at['w:val']}`)
      if (name === 'w:ilvl' && Number(at['w:val']) > 8) say('a list of more than nine levels')
    })
  every(document, ({ name, inside }) => {
    const wrong = inside.find((child) => {
      if (name === 'w:body') return !/^w:(?:p|tbl|sectPr)$/.test(child.name)
      if (name === 'w:p') return !/^w:(?:pPr|r|commentRangeStart|commentRangeEnd)$/.test(child.name)
      return name === 'w:r' && !/^w:(?:rPr|t|tab|br|drawing|commentReference)$/.test(child.name)
    })
    if (wrong) say(`${wrong.name} in ${name}`)
    if (inside.slice(1).some((child) => child.name === `${name}Pr`)) say(`${name}Pr after something else`)
  })
  for (const { at } of all(document, 'wp:extent'))
    for (const side of [at.cx, at.cy]) if (!(Number(side) > 0 && Number(side) < 27_273_042_316_900)) say('a size')
}

const namesOfSheets = /^(?!')[^\\/*?:[\]]{1,31}(?<!')$/

function workbookFaults(root: Element, say: (fault: string) => void): void {
  const sheets = all(root, 'sheet')
  const names = sheets.map(({ at }) => at.name ?? '')
  if (sheets.length === 0) say('no sheet')
  for (const name of names) if (!namesOfSheets.test(name)) say(`a sheet called ${name}`)
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) say('two sheets of one name')
  if (new Set(sheets.map(({ at }) => at.sheetId)).size < sheets.length) say('two sheets of one id')
}

function sheetFaults(parts: ReadonlyMap<string, Element>, root: Element, say: (fault: string) => void): void {
  const table = parts.get('xl/sharedStrings.xml')
  const shared = all(table, 'si')
  const [counts] = all(table, 'sst')
  if (counts?.at.uniqueCount !== undefined && Number(counts.at.uniqueCount) !== shared.length) say('uniqueCount')
  const styles = all(parts.get('xl/styles.xml'), 'cellXfs')[0]?.inside.length ?? 0
  for (const text of [...all(root, 't'), ...all(table, 't')])
    if (text.text.replace(/_x[0-9A-Fa-f]{4}_/g, '_').length > 32_767) say('more than 32,767 letters in a cell')
  let lastRow = 0
  for (const row of all(root, 'row')) {
    const number = Number(row.at.r)
    if (number <= lastRow || number > 1_048_576) say(`row ${number} after ${lastRow}`)
    lastRow = number
    let lastColumn = 0
    for (const { at, inside } of row.inside) {
      const [, letters = '', digits] = /^([A-Z]{1,3})(\d+)$/.exec(at.r ?? '') ?? []
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
      if (Number(digits) !== number || column <= lastColumn || column > 16_384) say(`cell ${at.r} in row ${number}`)
      lastColumn = column
      const [value] = inside
      if (at.t === 's' && !(Number(value?.text) < shared.length)) say(`shared text ${value?.text}`)
      if (at.t === undefined && !Number.isFinite(Number(value?.text))) say(`the number ${value?.text}`)
      if (at.s !== undefined && !(Number(at.s) < styles)) say(`style ${at.s}`)
      if (inside.length !== 1 || value?.name !== (at.t === 'inlineStr' ? 'is' : 'v')) say(`what is in ${at.r}`)
    }
  }
  let lastColumn = 0
  for (const { at } of all(root, 'col')) {
    if (Number(at.min) <= lastColumn || Number(at.max) < Number(at.min) || Number(at.width) > 255) say('the columns')
    lastColumn = Number(at.max)
  }
}
