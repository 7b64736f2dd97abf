import { useSnapshot } from 'valtio'
import { useProject } from '../../data/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { editorOf } from '../../state/editor.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import {
  BoldIcon,
  CheckIcon,
  EditIcon,
  HighlightIcon,
  ItalicIcon,
  ListIcon,
  RedoIcon,
  SearchIcon,
  UnderlineIcon,
  UndoIcon,
} from '../../ui/icons.ts'
import type { Answer } from './answer.ts'
import type { CodingEditor } from './codingEditor.ts'
import { hasMark, isList, toggleList, toggleMark } from './editCommands.ts'

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
}

/** Above the text, never over it: highlighting while reading, formatting while editing. */
export function TextTools(props: TextToolsProps) {
  const { coding, editing, canWrite, finding, onFind, onEdit } = props
  const t = useT()
  return (
    <div className="text-tools" role="toolbar" aria-label={t('text.tools')}>
      <div className="text-tools-main">
        {editing && coding ? <Formatting coding={coding} answer={props.answer} /> : canWrite && <Coding {...props} />}
      </div>
      <IconButton
        icon={SearchIcon}
        label={t('text.find')}
        shortcut="Ctrl+F"
        pressed={finding}
        unavailable={!coding}
        onClick={onFind}
      />
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

/** The selection stays when a button is pressed: the focus does not leave the text. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

function Coding({ lastTitle, coding, onPick, onAgain }: TextToolsProps) {
  const t = useT()
  const { selection } = useSnapshot(editorOf(useProject().uuid))
  const none = !coding || !selection
  return (
    <>
      <Button
        kind="quiet"
        icon={HighlightIcon}
        aria-disabled={none}
        aria-keyshortcuts="Enter"
        data-tooltip={none ? t('text.selectFirst') : undefined}
        {...keepFocus}
        onClick={onPick}
      >
        {t('text.codeTo')}
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
        shortcut="Ctrl+Z"
        unavailable={!answer?.canTravel('undo')}
        {...keepFocus}
        onClick={() => coding.travel('undo')}
      />
      <IconButton
        icon={RedoIcon}
        label={t('text.redoTyping')}
        shortcut="Ctrl+Y"
        unavailable={!answer?.canTravel('redo')}
        {...keepFocus}
        onClick={() => coding.travel('redo')}
      />
      <span className="text-tools-line" />
      <IconButton
        icon={BoldIcon}
        label={t('text.bold')}
        shortcut="Ctrl+B"
        pressed={hasMark(state, 'b')}
        {...keepFocus}
        onClick={() => toggleMark('b')(view)}
      />
      <IconButton
        icon={ItalicIcon}
        label={t('text.italic')}
        shortcut="Ctrl+I"
        pressed={hasMark(state, 'i')}
        {...keepFocus}
        onClick={() => toggleMark('i')(view)}
      />
      <IconButton
        icon={UnderlineIcon}
        label={t('text.underline')}
        shortcut="Ctrl+U"
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
