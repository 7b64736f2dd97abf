import { xmlText } from '../xml.ts'
import { made, type Names, type Selections } from './selections.ts'
import type { Text } from './texts.ts'
import { attribute, element } from './xml.ts'

/** A text with what lies on it; `values` are its `VariableValue` elements. Its words stand in `sources/GUID.txt`, or here. */
export function textSource(
  { guid, name, source, answer, text }: Text,
  { selections, ofText }: Selections,
  values: string,
  inFile: boolean,
  names: Names,
): string {
  return element(
    'TextSource',
    attribute('guid', guid) +
      attribute('name', name) +
      attribute('plainTextPath', inFile ? `internal://${guid}.txt` : undefined) +
      made('creating', 'creation', source, names) +
      (answer ? made('modifying', 'modified', answer, names) : ''),
    (inFile ? '' : `<PlainTextContent>${xmlText(text)}</PlainTextContent>`) + selections + ofText + values,
  )
}
