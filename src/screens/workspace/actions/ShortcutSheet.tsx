import { useSnapshot } from 'valtio'
import { isSingleKey } from '../../../actions/actionKeys.ts'
import { areas } from '../../../actions/actions.ts'
import { useRows } from '../../../data/live/useLive.ts'
import { can } from '../../../data/server/serverFacts.ts'
import { type ShortcutArea, ShortcutList } from '../../../features/commandPalette/ShortcutList.tsx'
import type { Translate } from '../../../i18n/i18n.ts'
import { useT } from '../../../i18n/useT.ts'
import { device } from '../../../state/device.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { allDoable, recordOf } from './doable.ts'

/** All keys, from the records of actions and views. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const quirks = useRows('quirks', {})
  const keys = useRows('shortcutKeys', {})
  const quirkKeys = [...(keys?.values() ?? [])].flatMap(({ quirkId, shortcutKey }) => {
    const quirk = quirks?.get(quirkId)
    return quirk ? [{ key: shortcutKey.toLocaleUpperCase(), title: quirk.title.trim() || t('quirk.untitled') }] : []
  })
  const { letterKeys } = useSnapshot(device)
  return (
    <Modal open onClose={onClose} title={t('shortcuts.title')} size="large">
      <ShortcutList
        areas={shortcutAreas(t, quirkKeys)}
        letterKeys={letterKeys}
        onLetterKeys={(on) => {
          device.letterKeys = on
        }}
      />
    </Modal>
  )
}

interface QuirkKey {
  key: string
  title: string
}

/** With words selected a quirk's own key comes before what its letter does else. */
export const shortcutAreas = (t: Translate, quirkKeys: readonly QuirkKey[] = []): ShortcutArea[] =>
  areas.map((area) => ({
    heading: t(`shortcuts.area.${area}`),
    rows: allDoable.flatMap((id) => {
      const { title, keys = [], area: where, single, only } = recordOf(id)
      if (where !== area || keys.length === 0 || (only && !can(only))) return []
      const taken = area === 'text' ? quirkKeys.find(({ key }) => keys.includes(key)) : undefined
      const note = taken && t('shortcuts.taken', { title: taken.title })
      return { title: t(title), note, keys: keys.map((one) => ({ keys: one, single: single ?? isSingleKey(one) })) }
    }),
  }))
