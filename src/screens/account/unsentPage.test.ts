import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { unsentPage } from './unsentPage.ts'

test('what was not sent reads in words, and nothing of it is taken for markup', () => {
  const said = [{ op: 'insert', table: 'highlights', quirk: 'Trust', source: '<b>Ana</b>', passage: 'He never came' }]
  const page = unsentPage(t, 'Rivers', JSON.stringify([{ changes: [], said }, [{ op: 'remove' }]]))
  expect(page).toContain('Added: 1 highlight · Quirk: Trust · Source: &lt;b&gt;Ana&lt;/b&gt;')
  expect(page).toContain('<blockquote>He never came</blockquote>')
  expect(page).not.toContain('<b>Ana')
})
