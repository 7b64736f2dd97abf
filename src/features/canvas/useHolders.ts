import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { personPalette } from '../../model/presence.ts'
import type { Board } from './drawing/board.ts'

/** Shows on the board which quirks others have in the hand. */
export function useHolders(board: Board): void {
  const t = useT()
  const { here } = useProject().people
  useEffect(() => {
    const show = () =>
      board.holders(
        new Map(
          here.others.flatMap(({ quirkId, author, colour }) =>
            quirkId === null
              ? []
              : [[quirkId, { author: author || t('text.someone'), colour: personPalette[colour] ?? '' }]],
          ),
        ),
      )
    show()
    return subscribe(here, show)
  }, [board, here, t])
}
