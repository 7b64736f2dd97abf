import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { placedQuirks } from '../../model/canvas/placedQuirks.ts'
import { placeOutside } from '../../model/canvas/placeOutside.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { refusedParents } from '../../model/rules/nesting.ts'
import { type Key, none } from '../../model/schema.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import type { Passage } from '../../state/passage.ts'
import { sayWhenDone } from '../../ui/feedback/sayWhenDone.ts'
import { parentsOf } from './treeOf.ts'

/** Lets the person choose a quirk among all but those of `without`; null when none was. */
export type ChooseQuirk = (question: { title: string; without: ReadonlySet<number> }) => Promise<number | null>

/** What the tree does to quirks: commands, with what to say when they are done. Each answers whether it was done. */
export function useTreeActions(rows: ReadonlyMap<Key, QuirkRow>, say: (words: string) => void, onCode: CodePassage) {
  const project = useProject()
  const t = useT()
  const named = ({ title }: Pick<QuirkRow, 'title'>) => title.trim() || t('quirk.untitled')

  const moveInto = async (quirk: QuirkRow, parent: QuirkRow): Promise<boolean> => {
    if (quirk.parentQuirkId === parent.id || quirk.id === parent.id) return false
    const words = t('canvas.movedInto', { title: named(quirk), parent: named(parent) })
    const { nestOnMap } = await import('../../data/live/nestOnMap.ts')
    const act = { quirkId: quirk.id, parentQuirkId: parent.id }
    return sayWhenDone(say, words, nestOnMap(project, act, t('quirk.untitled')))
  }
  const moveOut = async (quirk: QuirkRow): Promise<boolean> => {
    const place = placeOutside(placedQuirks(rows), quirk.id)
    const words = t('canvas.movedOut', { title: named(quirk) })
    return sayWhenDone(say, words, project.run('moveQuirk', { quirkId: quirk.id, parentQuirkId: none, ...place }))
  }
  /** Undefined: none was chosen. */
  const askParent = async (quirk: QuirkRow, onChooseQuirk: ChooseQuirk): Promise<QuirkRow | undefined> => {
    const title = t('quirk.moveIntoTitle', { title: named(quirk) })
    const chosen = await onChooseQuirk({ title, without: refusedParents(parentsOf(rows), quirk.id) })
    return chosen === null ? undefined : rows.get(chosen)
  }
  const highlight = (quirk: QuirkRow, passage: Passage | null, isDropped = false) => {
    if (passage) void onCode({ passage: { ...passage } }, { quirkId: quirk.id }, { say, isDropped })
    else say(t('text.selectFirst'))
  }
  return { moveInto, moveOut, askParent, highlight, named }
}

export type TreeActions = ReturnType<typeof useTreeActions>
