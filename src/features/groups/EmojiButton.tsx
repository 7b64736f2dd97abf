import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useLanguage, useT } from '../../i18n/useT.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useDelayed } from '../../ui/feedback/useDelayed.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { EmojiIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/menus/Popover.tsx'
import type { EmojiPickerProps } from './EmojiPicker.tsx'

interface EmojiButtonProps {
  /** Has the focus again once an emoji is chosen. */
  field: RefObject<HTMLElement | null>
  onChoose: (emoji: string) => void
}

/** Opens the emoji picker; picker and emojis are fetched when it is opened first. */
export function EmojiButton({ field, onChoose }: EmojiButtonProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(false)
  return (
    <Popover
      label={t('group.emoji')}
      align="end"
      open={open}
      onOpenChange={(wanted) => {
        setChosen(false)
        setOpen(wanted)
      }}
      finalFocus={chosen ? field : undefined}
      trigger={<IconButton icon={EmojiIcon} label={t('group.emoji')} />}
    >
      <Emojis
        onChoose={(emoji) => {
          setChosen(true)
          setOpen(false)
          onChoose(emoji)
        }}
      />
    </Popover>
  )
}

type Loaded = { Picker: (props: EmojiPickerProps) => ReactNode; emojis: EmojiPickerProps['emojis'] }

function Emojis({ onChoose }: Pick<EmojiButtonProps, 'onChoose'>) {
  const language = useLanguage()
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more at every try
  useEffect(() => {
    let left = false
    const tell = (result: Loaded | 'failed') => left || setLoaded(result)
    setLoaded(null)
    load(language).then(tell, () => tell('failed'))
    return () => {
      left = true
    }
  }, [language, tries])
  return (
    <div className="emoji-picker">
      {loaded === null && <Loading />}
      {loaded === 'failed' && <EmojisFailed onRetry={() => setTries((before) => before + 1)} />}
      {loaded && loaded !== 'failed' && (
        <loaded.Picker emojis={loaded.emojis} language={language} onChoose={onChoose} />
      )}
    </div>
  )
}

export function EmojisFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return <ErrorState title={t('group.emojiFailed')} onRetry={onRetry} />
}

async function load(language: string): Promise<Loaded> {
  const [{ EmojiPicker }, { emojisIn }] = await Promise.all([import('./EmojiPicker.tsx'), import('./emojisIn.ts')])
  return { Picker: EmojiPicker, emojis: await emojisIn(language) }
}

function Loading() {
  return useDelayed() ? <Spinner /> : null
}
