import { facts } from '../data/server/serverFacts.ts'
import { useT } from '../i18n/useT.ts'
import { Modal } from '../ui/dialogs/Modal.tsx'
import { Logo } from './Logo.tsx'

/** Which Thicket this is, under which licence, and where its source can be had (AGPL, sections 5 and 13). */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <Modal open onClose={onClose} title={t('about.title')} size="small">
      <AboutText {...facts()} />
    </Modal>
  )
}

export function AboutText({ version, source, help }: { version: string; source: string; help: string }) {
  const t = useT()
  return (
    <div className="about">
      <div className="about-name">
        <Logo />
        <p>
          <strong>{t('app.name')}</strong>
          <span>{t('about.version', { version })}</span>
        </p>
      </div>
      <p>{t('app.tagline')}</p>
      <p>{t('about.licence')}</p>
      <ul>
        <li>
          <a href={source} target="_blank" rel="noreferrer">
            {t('about.source')}
          </a>
        </li>
        <li>
          <a href="https://www.gnu.org/licenses/agpl-3.0.html" target="_blank" rel="noreferrer">
            {t('about.licenceText')}
          </a>
        </li>
        <li>
          <a href={help} target="_blank" rel="noreferrer">
            {t('help.title')}
          </a>
        </li>
      </ul>
    </div>
  )
}
