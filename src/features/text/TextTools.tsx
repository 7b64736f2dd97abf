import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf, wordsOf } from '../../actions/actionFace.ts'
import { shortcutOf } from '../../actions/actionKeys.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { device } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CheckIcon, HighlightIcon, ListIcon, MoreIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { CodingEditor } from './codingEditor.ts'
import type { Answer } from './editing/answer.ts'
import { hasMark, isList, toggleList, toggleMark } from './editing/editCommands.ts'
import type { MarkFiltering } from './highlights/useMarkFilter.tsx'

interface TextToolsProps {
  coding: CodingEditor | null
  answer: Answer | null
  editing: boolean
  canWrite: boolean
  /** Of the quirk used last. */
  lastTitle: string | undefined
  finding: boolean
  onPick: () => void
  onAgain: () => void
  onFind: () => void
  onEdit: (editing: boolean) => void
  memos: { count: number; isOpen: boolean; write: () => void; writeOnSource: () => void; toggle: () => void }
  onCodeBySearch?: (() => void) | undefined
  onRenameSpeaker: () => void
  filtering: Pick<MarkFiltering, 'isOpen' | 'toggle'>
  /** What stands here while one highlight is worked on. */
  active: ReactNode
}

/** Above the text, never over it: highlighting while reading, formatting while editing. */
export function TextTools(props: TextToolsProps) {
  const { coding, editing, canWrite, finding, memos, onFind, onEdit } = props
  const t = useT()
  return (
    <div className="text-tools" data-keep-clear role="toolbar" aria-label={t('text.tools')}>
      <div className="text-tools-main">
        {editing && coding ? (
          <Formatting coding={coding} answer={props.answer} />
        ) : (
          props.active || (canWrite && <Coding {...props} />)
        )}
      </div>
      <IconButton {...faceOf(t, 'find')} pressed={finding} unavailable={!coding} onClick={onFind} />
      <IconButton
        {...faceOf(t, 'memos')}
        label={t(memos.isOpen ? 'memo.hide' : 'memo.show', { n: memos.count })}
        pressed={memos.isOpen}
        unavailable={!coding}
        {...keepFocus}
        onClick={memos.toggle}
      />
      {!editing && <View {...props} />}
      {canWrite &&
        (editing ? (
          <Button kind="primary" icon={CheckIcon} aria-keyshortcuts={shortcutOf('done')} onClick={() => onEdit(false)}>
            {t('text.done')}
          </Button>
        ) : (
          <IconButton {...faceOf(t, 'editText')} unavailable={!coding} onClick={() => onEdit(true)} />
        ))}
    </div>
  )
}

/** What is shown of the text and beside it, and what is done with all of it. */
function View({ coding, canWrite, filtering, memos, onCodeBySearch, onRenameSpeaker }: TextToolsProps) {
  const t = useT()
  const { paragraphNumbers } = useSnapshot(device)
  const items: MenuEntry[] = [
    {
      ...wordsOf(t, 'numbers'),
      checked: paragraphNumbers,
      onChange: (on) => {
        device.paragraphNumbers = on
      },
    },
    { ...faceOf(t, 'memoOnSource'), onSelect: memos.writeOnSource, disabled: !coding || !canWrite },
    { ...faceOf(t, 'filterHighlights'), onSelect: filtering.toggle, disabled: !coding },
    { ...faceOf(t, 'renameSpeaker'), onSelect: onRenameSpeaker, disabled: !coding || !canWrite },
    ...(onCodeBySearch && canWrite ? [{ ...faceOf(t, 'codeBySearch'), onSelect: onCodeBySearch }] : []),
  ]
  return <Dropdown align="end" trigger={<IconButton icon={MoreIcon} label={t('text.more')} />} items={items} />
}

/** The selection stays when a button is pressed: the focus does not leave the text. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

function Coding({ lastTitle, coding, memos, onPick, onAgain }: TextToolsProps) {
  const t = useT()
  const { selection } = useSnapshot(editorOf(useProject().uuid))
  const none = !coding || !selection
  return (
    <>
      <Button
        kind="quiet"
        icon={HighlightIcon}
        aria-label={t('text.codeTo')}
        aria-disabled={none}
        aria-keyshortcuts={shortcutOf('codeTo')}
        data-tooltip={none ? t('text.selectFirst') : undefined}
        {...keepFocus}
        onClick={onPick}
      >
        <span className="text-tools-label">{t('text.codeTo')}</span>
        <span className="text-tools-label text-tools-short">{t('text.codeToShort')}</span>
      </Button>
      {lastTitle && (
        <Button
          kind="quiet"
          aria-disabled={none}
          aria-keyshortcuts={shortcutOf('codeAgain')}
          data-shortcut={shortcutOf('codeAgain')}
          data-tooltip={t('text.codeAgain', { title: lastTitle })}
          aria-label={t('text.codeAgain', { title: lastTitle })}
          {...keepFocus}
          onClick={onAgain}
        >
          <span className="text-tools-last">{lastTitle}</span>
        </Button>
      )}
      <IconButton
        {...faceOf(t, 'memo')}
        data-tooltip={none ? t('text.selectFirst') : t('memo.write')}
        unavailable={none}
        {...keepFocus}
        onClick={memos.write}
      />
    </>
  )
}

function Formatting({ coding, answer }: { coding: CodingEditor; answer: Answer | null }) {
  const t = useT()
  const { view } = coding
  const { state } = view
  return (
    <>
      <IconButton
        {...faceOf(t, 'undoTyping')}
        unavailable={!answer?.canTravel('undo')}
        {...keepFocus}
        onClick={() => coding.travel('undo')}
      />
      <IconButton
        {...faceOf(t, 'redoTyping')}
        unavailable={!answer?.canTravel('redo')}
        {...keepFocus}
        onClick={() => coding.travel('redo')}
      />
      <span className="text-tools-line" />
      <IconButton
        {...faceOf(t, 'bold')}
        pressed={hasMark(state, 'b')}
        {...keepFocus}
        onClick={() => toggleMark('b')(view)}
      />
      <IconButton
        {...faceOf(t, 'italic')}
        pressed={hasMark(state, 'i')}
        {...keepFocus}
        onClick={() => toggleMark('i')(view)}
      />
      <IconButton
        {...faceOf(t, 'underline')}
        pressed={hasMark(state, 'u')}
        {...keepFocus}
        onClick={() => toggleMark('u')(view)}
      />
      <IconButton
        icon={ListIcon}
        label={t('text.list')}
        pressed={isList(state)}
        {...keepFocus}
        onClick={() => toggleList(view)}
      />
    </>
  )
}
