import { type ActionId, actionOf } from '../../../actions/actions.ts'
import { offered } from '../../../actions/offers.ts'
import type { QuirkDialogs } from '../../../features/quirks/useQuirkDialogs.tsx'
import type { MessageKey } from '../../../i18n/i18n.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Handlers } from './doable.ts'

/** What is done to one quirk, for the palette: to the one that is chosen on the canvas or in a tree; where none is, it is asked for. */
export function useChosenQuirkActions(
  quirks: QuirkDialogs,
  onOverview: (quirkId: number) => void,
  onQuotes?: (quirkIds: readonly number[]) => void,
): Handlers {
  const t = useT()
  const { chosen } = offered()
  const handler = (id: ActionId, act: (quirkId: number) => void) => {
    const title: MessageKey = actionOf(id).title
    if (chosen) {
      // With the quirk there, nothing is left open.
      const words = t(title).replace(/\s*…$/, '')
      return { run: () => act(chosen.id), title: t('palette.actOn', { act: words, title: chosen.title }) }
    }
    const ask = async () => {
      const quirkId = await quirks.chooseQuirk({ title: t(title) })
      if (quirkId !== null) act(quirkId)
    }
    return { run: () => void ask() }
  }
  return {
    editQuirk: handler('editQuirk', (quirkId) => void quirks.editQuirk(quirkId)),
    overview: handler('overview', onOverview),
    readQuotes: onQuotes && handler('readQuotes', (quirkId) => onQuotes([quirkId])),
    mergeQuirk: handler('mergeQuirk', (quirkId) => void quirks.mergeQuirk(quirkId)),
    deleteQuirk: handler('deleteQuirk', (quirkId) => void quirks.removeQuirk(quirkId)),
  }
}
