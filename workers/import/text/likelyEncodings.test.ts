import { expect, test } from 'vitest'
import { decodeText } from './decodeText.ts'
import { encodings } from './likelyEncodings.ts'

const said = {
  russian: 'Я доверял ему, но потом всё изменилось. Мы жили в маленьком городе у реки.',
  japanese: '私は彼を信じていました。しかしその後すべてが変わりました。カタカナもあります。',
  simplified: '我以前很信任他，但是后来一切都变了。我们住在河边的一个小城市。',
  traditional: '我以前很信任他，但是後來一切都變了。我們住在河邊的一個小城市。',
  korean: '나는 그를 믿었지만 그 후 모든 것이 바뀌었습니다. 우리는 강가의 작은 도시에 살았습니다.',
  greek: 'Τον εμπιστευόμουν, αλλά μετά όλα άλλαξαν. Άλλοτε ζούσαμε σε μια μικρή πόλη δίπλα στο ποτάμι.',
  arabic: 'كنت أثق به ولكن بعد ذلك تغير كل شيء. كنا نعيش في مدينة صغيرة بجانب النهر.',
  hebrew: 'סמכתי עליו אבל אז הכול השתנה. גרנו בעיר קטנה ליד הנהר.',
  polish:
    'Ufałem mu, ale potem wszystko się zmieniło. Mieszkaliśmy w małym mieście nad rzeką, gdzie żyło się świetnie.',
  czech: 'Věřil jsem mu, ale pak se všechno změnilo. Žili jsme v malém městě u řeky, kde bylo příjemně.',
  german: 'Ich vertraute ihm, aber dann änderte sich alles. Wir lebten glücklich am Fluß, wo es schön war.',
  french: 'Je lui faisais confiance, mais après tout a changé. Nous vivions près de la rivière, où c’était agréable.',
  turkish: 'Ona güvendim ama sonra her şey değişti. Nehir kenarında küçük bir şehirde yaşıyorduk.',
}

/** What `TextDecoder` reads, written: by asking it what each byte, and each pair, is. */
function written(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, number[]>()
  for (let one = 0; one < 256; one++) {
    const alone = decoder.decode(Uint8Array.of(one))
    if (alone.length === 1 && alone !== '\ufffd' && !bytes.has(alone)) bytes.set(alone, [one])
  }
  for (let first = 0x81; first < 256; first++)
    for (let second = 0x30; second < 256; second++) {
      const pair = decoder.decode(Uint8Array.of(first, second))
      if (pair.length === 1 && pair !== '\ufffd' && !bytes.has(pair)) bytes.set(pair, [first, second])
    }
  return Uint8Array.from(
    [...text].flatMap((unit) => {
      const found = bytes.get(unit)
      if (!found) throw new Error(`${unit} is not in ${encoding}`)
      return found
    }),
  )
}

test.each([
  ['russian', 'Windows-1251'],
  ['russian', 'KOI8-U'],
  ['russian', 'x-mac-cyrillic'],
  ['russian', 'ISO-8859-5'],
  ['russian', 'IBM866'],
  ['japanese', 'Shift_JIS'],
  ['japanese', 'EUC-JP'],
  ['simplified', 'GB18030'],
  ['traditional', 'Big5'],
  ['korean', 'EUC-KR'],
  ['greek', 'Windows-1253'],
  ['arabic', 'Windows-1256'],
  ['hebrew', 'Windows-1255'],
  ['polish', 'ISO-8859-2'],
  ['polish', 'Windows-1250'],
  ['czech', 'ISO-8859-2'],
  ['czech', 'Windows-1250'],
  ['german', 'Windows-1252'],
  ['german', 'Macintosh'],
  ['french', 'Macintosh'],
  ['french', 'Windows-1252'],
  ['turkish', 'Windows-1254'],
] as const)('a text that does not say how it is written is known by its letters: %s in %s', (language, encoding) => {
  expect(decodeText(written(said[language], encoding))?.text).toBe(said[language])
})

test.each([
  ['UTF-32 LE', true],
  ['UTF-32 BE', false],
])('four bytes a character are read, with a mark and without: %s', (encoding, little) => {
  for (const mark of ['\ufeff', '']) {
    const characters = [...`${mark}Я 😀\n`]
    const bytes = new Uint8Array(characters.length * 4)
    for (const [at, character] of characters.entries())
      new DataView(bytes.buffer).setUint32(at * 4, character.codePointAt(0) ?? 0, little)
    expect(decodeText(bytes)).toMatchObject({ text: 'Я 😀\n', encoding, sure: mark !== '', damaged: 0 })
  }
})

test('where nothing speaks clearly for one, that is told; what a person says is taken, but for what says itself how it is written', () => {
  const few = written('Zug nach Köln', 'Macintosh')
  expect(decodeText(few)).toMatchObject({ sure: false, unclear: true })
  expect(decodeText(few, 'Macintosh')).toMatchObject({ text: 'Zug nach Köln', sure: true })
  expect(decodeText(written(said.russian, 'Windows-1251'))?.unclear).toBeUndefined()
  expect(decodeText(new TextEncoder().encode('Köln'), 'Macintosh')).toMatchObject({ text: 'Köln', encoding: 'UTF-8' })
})

test('every encoding that can be chosen is one that is known here', () => {
  for (const encoding of encodings) expect(() => new TextDecoder(encoding)).not.toThrow()
})
