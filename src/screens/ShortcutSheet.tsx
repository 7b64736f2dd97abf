import { useSnapshot } from 'valtio'
import { type ShortcutArea, ShortcutList } from '../features/palette/ShortcutList.tsx'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/useT.ts'
import { device } from '../state/device.ts'
import { Modal } from '../ui/Modal.tsx'
import { actOf, allActs, areas, isSingleKey } from './acts.ts'

/** All keys, from the list of acts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { letterKeys } = useSnapshot(device)
  return (
    <Modal open onClose={onClose} title={t('shortcuts.title')} size="large">
      <ShortcutList
        areas={shortcutAreas(t)}
        letterKeys={letterKeys}
        onLetterKeys={(on) => {
          device.letterKeys = on
        }}
      />
    </Modal>
  )
}

export const shortcutAreas = (t: Translate): ShortcutArea[] =>
  areas.map((area) => ({
    heading: t(`shortcuts.area.${area}`),
    rows: allActs.flatMap((id) => {
      const { title, keys = [], area: where, single } = actOf(id)
      if (where !== area || keys.length === 0) return []
      return { title: t(title), keys: keys.map((one) => ({ keys: one, single: single ?? isSingleKey(one) })) }
    }),
  }))
