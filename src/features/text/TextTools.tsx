import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { device } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import {
  BoldIcon,
  CheckIcon,
  EditIcon,
  FilterIcon,
  HighlightIcon,
  ItalicIcon,
  ListIcon,
  MemoIcon,
  MemosIcon,
  MoreIcon,
  RedoIcon,
  SearchIcon,
  UnderlineIcon,
  UndoIcon,
} from '../../ui/icons.ts'
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
      <IconButton
        icon={SearchIcon}
        label={t('text.find')}
        shortcut="Mod+F"
        pressed={finding}
        unavailable={!coding}
        onClick={onFind}
      />
      <IconButton
        icon={MemosIcon}
        label={t(memos.isOpen ? 'memo.hide' : 'memo.show', { n: memos.count })}
        shortcut="Shift+M"
        pressed={memos.isOpen}
        unavailable={!coding}
        {...keepFocus}
        onClick={memos.toggle}
      />
      {!editing && <View {...props} />}
      {canWrite &&
        (editing ? (
          <Button kind="primary" icon={CheckIcon} aria-keyshortcuts="F2" onClick={() => onEdit(false)}>
            {t('text.done')}
          </Button>
        ) : (
          <IconButton
            icon={EditIcon}
            label={t('text.edit')}
            shortcut="F2"
            unavailable={!coding}
            onClick={() => onEdit(true)}
          />
        ))}
    </div>
  )
}

/** What is shown of the text and beside it, and what is done with all of it. */
function View({ coding, canWrite, filtering, memos, onCodeBySearch }: TextToolsProps) {
  const t = useT()
  const { paragraphNumbers } = useSnapshot(device)
  const items: MenuEntry[] = [
    {
      label: t('text.numbers'),
      shortcut: 'Shift+P',
      checked: paragraphNumbers,
      onChange: (on) => {
        device.paragraphNumbers = on
      },
    },
    { label: t('memo.writeOnSource'), icon: MemoIcon, onSelect: memos.writeOnSource, disabled: !coding || !canWrite },
    { label: t('text.filter'), icon: FilterIcon, shortcut: 'Shift+F', onSelect: filtering.toggle, disabled: !coding },
    ...(onCodeBySearch && canWrite
      ? [{ label: t('search.title'), icon: HighlightIcon, shortcut: 'Mod+Shift+H', onSelect: onCodeBySearch }]
      : []),
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
        aria-keyshortcuts="Enter"
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
          aria-keyshortcuts="."
          data-shortcut="."
          data-tooltip={t('text.codeAgain', { title: lastTitle })}
          aria-label={t('text.codeAgain', { title: lastTitle })}
          {...keepFocus}
          onClick={onAgain}
        >
          <span className="text-tools-last">{lastTitle}</span>
        </Button>
      )}
      <IconButton
        icon={MemoIcon}
        label={t('memo.write')}
        data-tooltip={none ? t('text.selectFirst') : t('memo.write')}
        shortcut="M"
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
        icon={UndoIcon}
        label={t('text.undoTyping')}
        shortcut="Mod+Z"
        unavailable={!answer?.canTravel('undo')}
        {...keepFocus}
        onClick={() => coding.travel('undo')}
      />
      <IconButton
        icon={RedoIcon}
        label={t('text.redoTyping')}
        shortcut="Mod+Y"
        unavailable={!answer?.canTravel('redo')}
        {...keepFocus}
        onClick={() => coding.travel('redo')}
      />
      <span className="text-tools-line" />
      <IconButton
        icon={BoldIcon}
        label={t('text.bold')}
        shortcut="Mod+B"
        pressed={hasMark(state, 'b')}
        {...keepFocus}
        onClick={() => toggleMark('b')(view)}
      />
      <IconButton
        icon={ItalicIcon}
        label={t('text.italic')}
        shortcut="Mod+I"
        pressed={hasMark(state, 'i')}
        {...keepFocus}
        onClick={() => toggleMark('i')(view)}
      />
      <IconButton
        icon={UnderlineIcon}
        label={t('text.underline')}
        shortcut="Mod+U"
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
