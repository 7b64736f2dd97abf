import { expect, it } from 'vitest'
import { safeFileName } from './safeFileName.ts'

it('a name that some system refuses is mended with "-"; every other stays as it is', () => {
  const mended: Record<string, string> = {
    'Care: what now?': 'Care- what now-',
    'a<b>c|d"e*': 'a-b-c-d-e-',
    'Interviews 1/2': 'Interviews 1-2',
    'one\\two': 'one-two',
    'Study. ': 'Study',
    '..hidden': 'hidden',
    'line\nbreak': 'line-break',
    CON: 'CON-',
    'nul.qrk': 'nul-.qrk',
    'Lpt1 .x': 'Lpt1- .x',
    '...': '',
  }
  for (const [name, safe] of Object.entries(mended)) expect(safeFileName(name)).toBe(safe)
  for (const name of ['Study 1.2.qrk', 'Été – Ökologie', '研究', 'Console', 'com10', 'a & b (copy)', "Ann's"])
    expect(safeFileName(name)).toBe(name)
})
