import { Fragment, useRef } from 'react'
import { can } from '../../data/server/serverFacts.ts'
import { formatList } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { problemNote, problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { endsOf, type FileKind, fileKind } from '../../model/importedKinds.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { copyText } from '../../ui/feedback/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyIcon, ErrorIcon, InfoIcon, MinusIcon, ScanIcon, SuccessIcon, UndoIcon } from '../../ui/icons.ts'
import { countTexts } from './countTexts.ts'
import type { Added, FileReport } from './importFlow.ts'
import { noteText } from './noteText.ts'
import { underLine } from './underLine.ts'
import { whereTo } from './whereTo.ts'

/** Whether projects are files of this machine. */
const onFiles = can('localFiles')

export interface Reported {
  files: readonly FileReport[]
  /** How many, in words. */
  imported: string
  /** Takes all of it back; undefined where nothing came in. */
  undo: (() => void) | undefined
  /** Reads a scanned PDF of these by OCR, by the file's name. */
  scan: (file: string) => void
}

interface ImportReportProps {
  open: boolean
  report: Reported
  onClose: () => void
}

/** What became of each file, where there is something to know about one of them. */
export function ImportReport({ open, report, onClose }: ImportReportProps) {
  const t = useT()
  const close = useRef<HTMLButtonElement>(null)
  const files = report.files.map((file) => told(t, file)).sort((a, b) => order(a) - order(b))
  // They stand first.
  const foreign = files.filter(isForeign).length
  const copy = () => {
    const text = [report.imported, ...files.flatMap(({ name, lines }) => ['', name, ...lines])].join('\n')
    void copyText(t, text)
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={report.imported}
      description={t('import.report')}
      onSubmit={onClose}
      initialFocus={close}
      footer={
        <>
          <Button icon={CopyIcon} onClick={copy}>
            {t('import.copy')}
          </Button>
          {report.undo && (
            <Button
              icon={UndoIcon}
              onClick={() => {
                onClose()
                report.undo?.()
              }}
            >
              {t('ui.undo')}
            </Button>
          )}
          <Button ref={close} type="submit" kind="primary">
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <ul className="import-files">
        {files.map((file, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never moves
          <Fragment key={number}>
            <OneFile
              {...file}
              onScan={() => {
                onClose()
                report.scan(file.name)
              }}
            />
            {number === foreign - 1 && <li className="import-kinds">{t('import.kinds', { n: foreign, ...kinds })}</li>}
          </Fragment>
        ))}
      </ul>
    </Modal>
  )
}

const ends = (kind: FileKind): string =>
  endsOf(kind)
    .map((end) => `.${end}`)
    .join(' ')
const kinds = { documents: ends('document'), tables: ends('table'), projects: ends('project') }

interface ToldFile {
  name: string
  state: 'failed' | 'noted' | 'done' | 'out'
  lines: string[]
  isScanned?: boolean
}

/** Of no kind that can be imported. */
const isForeign = ({ name, state }: ToldFile): boolean => state === 'failed' && fileKind(name) === undefined

/** Those about which there is most to know first: what cannot be imported, with one line for all of them, what failed, then the longest. */
const order = (file: ToldFile): number =>
  isForeign(file)
    ? -1000
    : { failed: 0, noted: 1, out: 2, done: 3 }[file.state] * 1000 - Math.min(file.lines.length, 999)

function told(t: Translate, { file: name, result }: FileReport): ToldFile {
  if (isProblem(result)) {
    const { problem } = result
    return { name, state: 'failed', lines: failure(t, name, problem), isScanned: problem.kind === 'scanned' }
  }
  const { added, notes } = result.ok
  if (!added) return { name, state: 'out', lines: [t('import.leftOut')] }
  const lines = [...new Set([...addedLines(t, added), ...notes.map((note) => noteText(t, note))])]
  return { name, state: notes.length > 0 ? 'noted' : 'done', lines }
}

function failure(t: Translate, name: string, failed: Problem): string[] {
  // The file's name stands over it already.
  const note = 'name' in failed && name.endsWith(failed.name) ? '' : problemNote(failed)
  const where = failed.kind === 'fileTypeNotSupported' ? whereTo(t, name, onFiles) : null
  return [problemText(failed), note, where ?? ''].filter(Boolean)
}

/** Of a document, that it is a source is said by its name being here. */
function addedLines(t: Translate, { counts, joined, absent, under }: Added): string[] {
  const texts = countTexts(t, counts)
  const isDocument = counts.quirks === undefined
  return [
    ...(texts.length > 0 && !isDocument ? [t('import.added', { what: formatList(texts) })] : []),
    ...(texts.length === 0 && !isDocument && joined === 0 ? [t('import.nothingNew')] : []),
    ...(joined > 0 ? [t('import.joined', { n: joined })] : []),
    ...(absent > 0 ? [t('import.absent', { n: absent })] : []),
    ...(under ? [underLine(t, under)] : []),
  ]
}

function OneFile({ name, state, lines, isScanned, onScan }: ToldFile & { onScan: () => void }) {
  const t = useT()
  const Mark = { failed: ErrorIcon, noted: InfoIcon, done: SuccessIcon, out: MinusIcon }[state]
  return (
    <li className="import-file" data-state={state}>
      <Mark aria-hidden />
      <div>
        <p className="import-name">{name}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {isScanned && (
          <Button icon={ScanIcon} onClick={onScan}>
            {t('import.readByOcr')}
          </Button>
        )}
      </div>
    </li>
  )
}
