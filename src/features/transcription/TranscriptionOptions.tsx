import { useT } from '../../i18n/useT.ts'
import type { SpeechAbilities, SpeechWanted, SpokenLanguage } from '../../model/transcript.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { LockIcon } from '../../ui/icons.ts'

interface TranscriptionOptionsProps {
  abilities: SpeechAbilities
  /** Of a protected project it is said that the server hears what is sent. */
  isProtected: boolean
  wanted: SpeechWanted
  onChange: (wanted: SpeechWanted) => void
}

/** How recordings are to be heard: what the engine of the server cannot do is not offered. */
export function TranscriptionOptions({ abilities, isProtected, wanted, onChange }: TranscriptionOptionsProps) {
  const t = useT()
  const { languages, highAccuracy, diarize } = abilities
  return (
    <div className="transcription-options">
      <Select<SpokenLanguage>
        label={t('transcription.language')}
        options={languages.map((value) => ({ value, label: t(`transcription.language.${value}`) }))}
        value={wanted.language}
        onChange={(language) => onChange({ ...wanted, language })}
      />
      {highAccuracy && (
        <Checkbox
          label={t('transcription.highAccuracy')}
          checked={wanted.highAccuracy}
          onChange={(checked) => onChange({ ...wanted, highAccuracy: checked })}
        />
      )}
      {diarize && (
        <Checkbox
          label={t('transcription.diarize')}
          checked={wanted.diarize}
          onChange={(checked) => onChange({ ...wanted, diarize: checked })}
        />
      )}
      {isProtected && (
        <p className="transcription-heard">
          <LockIcon aria-hidden />
          {t('transcription.heard')}
        </p>
      )}
    </div>
  )
}
