import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { keep, kept } from '../../data/copies/keptText.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useFileStanding } from '../../data/server/fileStanding.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DriveIcon, WarningIcon } from '../../ui/icons.ts'
import { useProjectActions } from '../projectList/useProjectActions.tsx'
import { Strip } from '../Strip.tsx'

/** Where projects are files: why one is worked on in a copy, said once, or can only be read; that it could not be written, or that there are two of it now. */
export function FileStrips() {
  const t = useT()
  const project = useProject()
  const { connection } = useSnapshot(project.state)
  const standing = useFileStanding(project.uuid, connection === 'online')
  const actions = useProjectActions(() => {})
  const [, drawAgain] = useState(0)
  if (!standing) return null
  const { path, place, reading, elsewhere, failed, left } = standing
  const elsewhereSaid = elsewhere?.person
    ? t('standing.elsewhereBy', { ...elsewhere })
    : t('standing.elsewhere', { machine: elsewhere?.machine ?? '' })
  const readingSaid = { file: t('standing.readingFile'), folder: t('standing.readingFolder'), elsewhere: elsewhereSaid }
  const placeKey = `thicket:place:${project.uuid}`
  const leftKey = `thicket:left:${project.uuid}:${path}`
  const understood = (key: string) => (
    <Button
      onClick={() => {
        keep(key, 'understood')
        drawAgain((n) => n + 1)
      }}
    >
      {t('standing.understood')}
    </Button>
  )
  return (
    <>
      {failed && (
        <Strip icon={WarningIcon}>
          <span>{t('problem.cannotSave', { message: problemText(failed) })}</span> <span>{t('standing.failed')}</span>
        </Strip>
      )}
      {left !== null && kept(leftKey) === null && (
        <Strip icon={WarningIcon} title={t('standing.left')} action={understood(leftKey)}>
          {t('standing.leftText', { left, path })}
        </Strip>
      )}
      {reading !== null && (
        <Strip
          icon={WarningIcon}
          title={readingSaid[reading]}
          action={
            <Button onClick={() => actions.saveAs({ project_uuid: project.uuid, name: path })}>
              {t('projects.saveAs')}
            </Button>
          }
        >
          {t(reading === 'elsewhere' ? 'standing.elsewhereText' : 'standing.readingText')}
        </Strip>
      )}
      {place !== null && reading === null && kept(placeKey) === null && (
        <Strip
          icon={DriveIcon}
          title={t(place.kind === 'network' ? 'standing.network' : 'standing.synced', { by: place.by })}
          action={understood(placeKey)}
        >
          {t('standing.copy')}
        </Strip>
      )}
      {actions.dialogs}
    </>
  )
}
