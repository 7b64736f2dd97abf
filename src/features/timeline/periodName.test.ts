import { afterEach, expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { momentIn, periodShortName } from './periodName.ts'

const at = new Date(2026, 2, 4, 2).getTime()
/** The narrow spaces of Intl differ from version to version. */
const plain = (text: string) => text.replace(/\s/g, ' ')

afterEach(() => i18n.activate('en'))

test.each([
  ['en', '2 AM', '2:00 AM'],
  ['de', '02:00', '02:00'],
  ['fr', '02:00', '02:00'],
])('an hour is called as the language writes it: %s', (language, name, moment) => {
  i18n.load(language, {})
  i18n.activate(language)
  expect(plain(periodShortName(at, 'hour', false))).toBe(name)
  expect(plain(momentIn(at, 'hour'))).toBe(moment)
})
