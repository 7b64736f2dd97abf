import { afterEach, describe, expect, test } from 'vitest'
import { formatChatTime, formatList, formatNumber, formatRelative } from './formats.ts'
import { homeRegion } from './homeRegion.ts'
import { t } from './i18n.ts'
import { chooseLanguage, currentLanguage, LANGUAGES, regional, setLanguage } from './language.ts'
import { problemText } from './problemText.ts'

afterEach(() => setLanguage('en'))

describe('§1 the language is the stored cookie, else the browser, else en', () => {
  test.each([
    ['language=fr', ['de-DE'], 'fr'],
    ['a=1; language=pt; b=2', ['de'], 'pt'],
    ['xlanguage=pt', ['de-AT', 'en'], 'de'],
    ['', ['pt-BR', 'en-US'], 'pt'],
    ['language=xx', ['es-419'], 'es'],
    ['', ['it', 'ja', 'fr-CA'], 'fr'],
    ['', ['it'], 'en'],
    ['', [], 'en'],
  ] as const)('%j with %j gives %s', (cookies, preferred, language) => {
    expect(chooseLanguage(cookies, preferred)).toBe(language)
  })

  test.each([
    ['en', ['en-GB', 'en-US'], 'en-GB'],
    ['en', ['de-AT', 'en'], 'en'],
    ['de', ['en-GB', 'de-ch'], 'de-ch'],
    ['fr', [], 'fr'],
    ['en', ['en-US@posix', 'en-IE'], 'en-IE'],
  ] as const)('formats of %s with %j are those of %s', (language, preferred, locale) => {
    expect(regional(language, preferred)).toBe(locale)
  })

  test.each([
    [['en-US@posix', 'de-AT'], 'AT'],
    [['de'], 'DE'],
    [['C'], undefined],
    [[], undefined],
  ] as const)('who has %j lives in %s', (preferred, region) => {
    expect(homeRegion(preferred)).toBe(region)
  })

  test('changes without a reload, and the last of several choices stands', async () => {
    await Promise.all([setLanguage('de'), setLanguage('fr'), setLanguage('es')])
    expect(currentLanguage()).toBe('es')
    expect(t('projects.create')).toBe('Nuevo proyecto')
  })
})

test('in French no line breaks before high punctuation or inside quotation marks', async () => {
  await setLanguage('fr')
  expect(t('history.goBackTo', { name: 'v 1' })).toBe('Revenir à «\u00a0v 1\u00a0»\u00a0?')
  expect(t('account.haveAccount')).toContain('compte\u00a0: me')
})

test('plurals follow the language, the "many" of Romance millions included', async () => {
  for (const language of LANGUAGES) {
    await setLanguage(language)
    const texts = [0, 1, 2, 1_000_000].map((n) => t('canvas.highlights', { n }))
    expect(new Set(texts).size).toBe(4)
    for (const text of texts) expect(text).not.toMatch(/[{}#]/)
  }
  expect(t('canvas.highlights', { n: 1 })).toBe('1 destaque')
})

test('a problem is said with its fields; an unknown one by its kind', () => {
  expect(problemText({ kind: 'highlightWhileEditing' })).toBe(
    "You can't add highlights until you finish editing the source.",
  )
  const exists: { kind: string; name: string } = { kind: 'groupExists', name: 'Trust {n}' }
  expect(problemText(exists)).toBe('"Trust {n}" group exists')
  expect(problemText({ kind: 'fromTheFuture' })).toContain('fromTheFuture')
})

describe('formats', () => {
  const noon = new Date(2026, 2, 7, 9, 5).getTime()

  test('§9 chat times: HH:mm for today, else DD/MM/YYYY HH:mm, in every language', async () => {
    for (const language of LANGUAGES) {
      await setLanguage(language)
      expect(formatChatTime(noon, noon + 3_600_000)).toBe('09:05')
      expect(formatChatTime(noon, noon + 86_400_000)).toBe('07/03/2026 09:05')
      expect(formatChatTime(new Date(2026, 2, 7, 0, 0).getTime(), noon)).toBe('00:00')
    }
  })

  test('numbers, lists and spans of time speak the language', async () => {
    expect(formatRelative(noon - 3 * 3_600_000, noon)).toBe('3 hours ago')
    expect(formatRelative(noon - 5000, noon)).toBe('now')
    await setLanguage('de')
    expect(formatNumber(12_345.5)).toBe('12.345,5')
    expect(formatList(['A', 'B', 'C'])).toBe('A, B und C')
    expect(formatRelative(noon - 86_400_000, noon)).toBe('gestern')
  })
})
