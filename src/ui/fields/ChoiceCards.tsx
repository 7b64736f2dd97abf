import './choiceCards.css'
import { useId } from 'react'

export interface ChoiceCard<V extends string> {
  value: V
  label: string
  /** What it means, under the label. */
  note: string
}

export interface ChoiceCardsProps<V extends string> {
  choices: readonly ChoiceCard<V>[]
  value: V
  disabled?: boolean
  onChange: (value: V) => void
}

/** One of a few, each with a sentence of its own; within a `fieldset`. */
export function ChoiceCards<V extends string>({ choices, value, disabled = false, onChange }: ChoiceCardsProps<V>) {
  const name = useId()
  return (
    <div className="choice-cards">
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            <small>{choice.note}</small>
          </span>
        </label>
      ))}
    </div>
  )
}
