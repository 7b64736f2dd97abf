import { afterEach, expect, test, vi } from 'vitest'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { settingsOf } from '../../model/rules/projects/settings.ts'
import { reportOptions } from './gatherReportOptions.ts'

afterEach(() => vi.unstubAllGlobals())

test('a report and its pictures write dates and numbers as they are written where the person lives', async () => {
  vi.stubGlobal('navigator', { languages: ['fr-CA', 'en-GB'] })
  vi.stubGlobal('document', { styleSheets: [] })
  const project = { uuid: 'made up', ask: async () => ({ all: [] }) } as unknown as ProjectHandle
  const settings = { ...settingsOf({}, undefined), overlapView: false }
  const report = await reportOptions((key) => key, project, settings, new AbortController().signal)
  expect(report).toMatchObject({ ok: { language: 'en-GB', picture: { language: 'en-GB' } } })
})
