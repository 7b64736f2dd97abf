import { useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import type { BrowsePlace } from '../../model/contract/shapes.ts'
import { isProblem } from '../../model/problems.ts'
import { ClockIcon, DriveIcon, HomeIcon, type Icon, ProjectIcon, SourceIcon } from '../../ui/icons.ts'
import { fileName } from './paths.ts'

const icons: Readonly<Record<BrowsePlace['kind'], Icon>> = {
  projects: ProjectIcon,
  documents: SourceIcon,
  home: HomeIcon,
  recent: ClockIcon,
  drive: DriveIcon,
}

interface PlacesProps {
  /** The folder that is shown. */
  here: string | undefined
  onGo: (folder: string) => void
}

/** Folders to begin from: one's own, those of projects opened lately, disks. */
export function Places({ here, onGo }: PlacesProps) {
  const t = useT()
  const [places, setPlaces] = useState<readonly BrowsePlace[]>([])
  useEffect(() => {
    void api('GET /web/api/local/places').then((answer) => {
      if (!isProblem(answer)) setPlaces(answer.ok.places)
    })
  }, [])
  const nameOf = ({ kind, path }: BrowsePlace): string => {
    if (kind === 'home') return t('files.home')
    return kind === 'documents' ? t('files.documents') : fileName(path) || path
  }
  return (
    <nav className="files-places" aria-label={t('files.places')}>
      {places.map((place) => {
        const PlaceIcon = icons[place.kind]
        return (
          <button
            key={place.path}
            type="button"
            aria-current={place.path === here ? 'location' : undefined}
            data-tooltip={place.path}
            onClick={() => onGo(place.path)}
          >
            <PlaceIcon aria-hidden />
            <span>{nameOf(place)}</span>
          </button>
        )
      })}
    </nav>
  )
}
