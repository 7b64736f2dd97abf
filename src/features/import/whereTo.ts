import type { Translate } from '../../i18n/i18n.ts'
import { insteadOf } from '../../model/importedKinds.ts'

/** Where a file belongs that cannot be imported, or what becomes one that can; null where nothing is known of it. `onFiles`: projects are files of this machine. */
export function whereTo(t: Translate, name: string, onFiles: boolean): string | null {
  switch (/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()) {
    case 'qrk':
      return onFiles ? t('import.where.open', { open: t('projects.open') }) : uploaded(t)
    case 'json':
      return onFiles ? t('import.where.json', { import: t('projects.import') }) : uploaded(t)
    default: {
      const instead = insteadOf(name)
      return instead ? t(`import.where.${instead}`) : null
    }
  }
}

const uploaded = (t: Translate): string => t('import.where.upload', { upload: t('projects.upload') })
