import { describe, expect, it } from 'vitest'
import { hitsIn } from './hits.ts'

const text = 'Trust me. I trusted him; trust, 𝒳trust and Vertrauen.\nNo TRUST at all. Really no trust?'
const found = (sought: string, wholeWords: boolean, extent: 'match' | 'sentence' | 'paragraph' = 'match') =>
  hitsIn(text, sought, { extent, wholeWords }).map(({ start, length }) => text.slice(start, start + length))

describe('1 §2: places of a text', () => {
  it('are found in any case, as parts of words or as words alone', () => {
    expect(found('trust', false)).toEqual(['Trust', 'trust', 'trust', 'trust', 'TRUST', 'trust'])
    expect(found('trust', true)).toEqual(['Trust', 'trust', 'TRUST', 'trust'])
  })

  it('are one where the sentences or paragraphs around them are the same', () => {
    expect(found('trust', false, 'sentence')).toEqual([
      'Trust me.',
      'I trusted him; trust, 𝒳trust and Vertrauen.',
      'No TRUST at all.',
      'Really no trust?',
    ])
    expect(found('trust', true, 'paragraph')).toEqual(text.split('\n'))
  })

  it('take signs as they are', () => {
    expect(found('him; t', true)).toEqual([])
    expect(found('him;', true)).toEqual(['him;'])
    expect(hitsIn('a.b a+b', 'a+b', { extent: 'match', wholeWords: false })).toEqual([{ start: 4, length: 3 }])
    expect(hitsIn(text, '', { extent: 'match', wholeWords: false })).toEqual([])
  })
})
