import { type ActionId, actionOf } from '../../actions/actions.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

/** What can be made of a project to be shown to others. */
export const reportKinds = ['preview', 'download', 'word', 'pictures'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportActs = {
  preview: 'previewReport',
  download: 'downloadReport',
  word: 'reportAsWord',
  pictures: 'pictures',
} as const satisfies Record<ReportKind, ActionId>

/** Of the menu Report (2 §2); the pictures are an export. */
export const reportEntries = (t: Translate, run: (kind: ReportKind) => void): MenuEntry[] =>
  reportKinds.filter((kind) => kind !== 'pictures').map((kind) => entryOf(t, kind, run))

export const picturesEntry = (t: Translate, run: (kind: ReportKind) => void): MenuEntry => entryOf(t, 'pictures', run)

const entryOf = (t: Translate, kind: ReportKind, run: (kind: ReportKind) => void): MenuEntry => ({
  label: t(actionOf(reportActs[kind]).title),
  onSelect: () => run(kind),
})
