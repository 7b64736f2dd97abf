import type { Translate } from '../../i18n/i18n.ts'

/** Where a file belongs that cannot be imported; null where it belongs nowhere. `onFiles`: projects are files of this machine. */
export function whereTo(t: Translate, name: string, onFiles: boolean): string | null {
  switch (/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()) {
    case 'qrk':
      return onFiles ? t('import.where.open', { open: t('projects.open') }) : uploaded(t)
    case 'json':
      return onFiles ? t('import.where.json', { import: t('projects.import') }) : uploaded(t)
    case 'qde':
      return t('import.where.qde')
    default:
      return null
  }
}

const uploaded = (t: Translate): string => t('import.where.upload', { upload: t('projects.upload') })
