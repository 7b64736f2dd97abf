import type { ProjectHandle } from '../../data/copies/handle.ts'
import type { ExportOptions } from '../../data/files/exporter.ts'
import { pageFonts } from '../../data/files/pageFonts.ts'
import { formatLocale } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { pictureWords } from '../../model/pictureWords.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Settings } from '../../model/rules/projects/settings.ts'
import { shownQuirks } from '../../model/rules/shownQuirks.ts'
import { editorOf } from '../../state/editor.ts'

type Pictured = ExportOptions['canvasPng']

/** The quirks as they are at this moment. */
export async function quirksNow(project: ProjectHandle): Promise<QuirkRow[]> {
  const posted = await project.ask('quirks', {})
  return 'all' in posted ? posted.all : []
}

/** Pictures of what this person sees: the groups that are checked, numbers where they are shown, the order of the arranged view. */
export async function pictureOptions(t: Translate, project: ProjectHandle, settings: Settings): Promise<Pictured> {
  const editor = editorOf(project.uuid)
  const [quirks, groups, links] = await Promise.all([
    quirksNow(project),
    project.ask('groups', {}),
    project.ask('groupQuirks', {}),
  ])
  const known = new Set('all' in groups ? groups.all.map(({ id }) => id) : [])
  const shown = shownQuirks(known, 'all' in links ? links.all : [], editor.uncheckedGroups)
  return {
    picture: {
      highlights: quirks.map(({ id, highlights }) => [id, highlights] as const),
      shown: shown && [...shown],
      counter: settings.highlightCounter,
      arranged: { ...editor.arranged },
      language: formatLocale(),
      words: pictureWords(t),
    },
    fonts: pageFonts('Inter Variable'),
  }
}
