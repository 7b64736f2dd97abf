import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useAnalysis } from '../../data/live/useLive.ts'
import { formatList } from '../../i18n/formats.ts'
import { LANGUAGES } from '../../i18n/language.ts'
import { problemText } from '../../i18n/problemText.ts'
import { stopWords } from '../../i18n/stopWords.ts'
import { useT } from '../../i18n/useT.ts'
import { panelHeights } from '../../model/limits.ts'
import type { Problem } from '../../model/problems.ts'
import { labelWords } from '../../model/rules/analysis/speakerLabels.ts'
import {
  leavingOut,
  matchingWords,
  refusedWord,
  type StopWord,
  typedWord,
  usualStopList,
  withWords,
  wordsLeftOut,
} from '../../model/rules/analysis/stopList.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'

export interface StopListModalProps {
  open: boolean
  list: readonly StopWord[]
  canWrite: boolean
  /** They are left out already: nobody needs their names on the list. */
  withoutSpeakers?: boolean
  onClose: () => void
  /** Resolves to what was refused; null: it is saved. */
  onSave: (list: readonly StopWord[]) => Promise<Problem | null>
}

/** The words that clouds leave out (1 §5): searched, selected, added and removed; what was changed is saved in one step. */
export function StopListModal({ open, ...rest }: StopListModalProps) {
  return open ? <OpenStopList {...rest} /> : null
}

/** Of the names of speakers that are offered. */
const mostNamed = 8

function OpenStopList({ list, canWrite, withoutSpeakers = false, onClose, onSave }: Omit<StopListModalProps, 'open'>) {
  const t = useT()
  const [draft, setDraft] = useState<readonly StopWord[] | null>(null)
  const [saving, setSaving] = useState(false)
  const words = draft ?? list
  const speakers = useAnalysis('speakers', canWrite && !withoutSpeakers ? {} : null).value?.names.slice(0, mostNamed)
  const save = async () => {
    if (draft) {
      setSaving(true)
      const refused = await onSave(draft)
      setSaving(false)
      if (refused) return
    }
    onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('stopList.title')}
      description={t('stopList.text')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t(canWrite ? 'ui.cancel' : 'ui.close')}</Button>
          {canWrite && (
            <Button kind="primary" busy={saving} disabled={!draft} onClick={() => void save()}>
              {t('ui.save')}
            </Button>
          )}
        </>
      }
    >
      <StopListEditor words={words} speakers={speakers} onChange={canWrite ? setDraft : undefined} />
    </Modal>
  )
}

export interface StopListEditorProps {
  words: readonly StopWord[]
  /** Who speaks in the texts, by what stands before a colon. */
  speakers?: readonly string[] | undefined
  /** Missing for those who may only look. */
  onChange?: ((words: readonly StopWord[]) => void) | undefined
}

/** The inside of the dialog: one field searches the list and names a new word, Enter adds it. */
export function StopListEditor({ words, speakers = [], onChange }: StopListEditorProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const found = useMemo(() => matchingWords(words, text), [words, text])
  const selected = found.filter((word) => word.selected).length
  const leftOut = useMemo(() => new Set(wordsLeftOut(words).map((word) => word.toLowerCase())), [words])
  const speaking = speakers.filter((name) => labelWords([name]).some((word) => !leftOut.has(word)))
  const spoken = labelWords(speaking)
  const type = (next: string) => {
    const typed = typedWord(next, text)
    setText(typed.text)
    setProblem(typed.problem)
  }
  const add = () => {
    const refused = refusedWord(words, text)
    setProblem(refused)
    if (refused) return
    onChange?.(leavingOut(words, text.trim()))
    setText('')
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onChange) return
    event.preventDefault()
    add()
  }
  const select = (chosen: ReadonlySet<StopWord>, on: boolean) =>
    onChange?.(words.map((word) => (chosen.has(word) ? { ...word, selected: on } : word)))
  const remove = (word: StopWord) => {
    onChange?.(words.filter((one) => one !== word))
    field.current?.focus()
  }
  return (
    <div className="stop-list">
      <div className="stop-list-new">
        <TextField
          ref={field}
          label={t(onChange ? 'stopList.word' : 'stopList.search')}
          value={text}
          error={problem ? problemText(problem) : undefined}
          spellCheck={false}
          autoCapitalize="none"
          onChange={type}
          onKeyDown={press}
        />
        {onChange && (
          <Button icon={PlusIcon} onClick={add}>
            {t('stopList.add')}
          </Button>
        )}
      </div>
      {onChange && speaking.length > 0 && (
        <div className="stop-list-speakers">
          <p>{t('stopList.speakers', { names: formatList(speaking) })}</p>
          <Button onClick={() => onChange(withWords(words, usualStopList(spoken.join(' '))))}>
            {t('stopList.leaveOutSpeakers')}
          </Button>
        </div>
      )}
      <div className="stop-list-all">
        <Checkbox
          label={<span role="status">{t('stopList.selected', { n: selected, all: found.length })}</span>}
          checked={found.length > 0 && selected === found.length}
          mixed={selected > 0 && selected < found.length}
          disabled={!onChange || found.length === 0}
          onChange={() => select(new Set(found), selected < found.length)}
        />
        {onChange && (
          <Dropdown
            align="end"
            trigger={<Button kind="quiet">{t('stopList.usual')}</Button>}
            items={LANGUAGES.map((language) => ({
              label: t(`language.${language}`),
              onSelect: () => onChange(withWords(words, usualStopList(stopWords[language]))),
            }))}
          />
        )}
      </div>
      <div className="stop-list-words" style={{ height: panelHeights.stopList }}>
        {found.length === 0 ? (
          <EmptyState title={t(words.length === 0 ? 'stopList.empty' : 'ui.noMatch')} />
        ) : (
          <List
            label={t('stopList.words')}
            items={found}
            keyOf={({ value }) => value}
            rowHeight={34}
            row={(word) => (
              <div className="stop-word">
                <Checkbox
                  label={word.value}
                  checked={word.selected}
                  disabled={!onChange}
                  onChange={(on) => select(new Set([word]), on)}
                />
                {onChange && (
                  <IconButton
                    size="small"
                    icon={CloseIcon}
                    label={t('stopList.remove', { word: word.value })}
                    onClick={() => remove(word)}
                  />
                )}
              </div>
            )}
          />
        )}
      </div>
    </div>
  )
}
