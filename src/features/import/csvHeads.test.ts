import { expect, test } from 'vitest'
import de from '../../i18n/de.json' with { type: 'json' }
import en from '../../i18n/en.json' with { type: 'json' }
import es from '../../i18n/es.json' with { type: 'json' }
import fr from '../../i18n/fr.json' with { type: 'json' }
import pt from '../../i18n/pt.json' with { type: 'json' }
import { ownCsvOf } from '../../model/csvHeads.ts'
import { exportWords } from '../../model/exportWords.ts'

test.each(Object.entries({ en, de, fr, es, pt }))(
  'tables of Thicket as CSV are known again by the heads that it writes: %s',
  (_, messages) => {
    const { sources, codebook, memos, quotes } = exportWords((key) => messages[key])
    const { question, ...others } = memos.columns
    expect(ownCsvOf([...Object.values(sources.columns), 'Age'])).toBe('sources')
    expect(ownCsvOf(Object.values(codebook.columns))).toBe('codebook')
    expect(ownCsvOf(Object.values(memos.columns))).toBe('memos')
    expect(ownCsvOf(Object.values(others))).toBe('memos')
    expect(ownCsvOf(quotes.columns)).toBe('quotes')
    expect(ownCsvOf(quotes.columns.filter((head) => head !== question))).toBe('quotes')
    expect(ownCsvOf(['Name', ...Object.values(sources.columns)])).toBe(null)
  },
)
