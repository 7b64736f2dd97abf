import { wordsOf } from '../../../actions/actionFace.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { MenuEntry } from '../../../ui/menus/menuEntry.ts'
import type { Handlers } from './doable.ts'

/** Of the menu Add sources (2 §2): what may be done of it now. */
export const addingEntries = (t: Translate, handlers: Handlers): MenuEntry[] =>
  (['newSource', 'import', 'scan'] as const).flatMap((id) => {
    const handler = handlers[id]
    return handler ? [{ ...wordsOf(t, id), onSelect: handler.run }] : []
  })
