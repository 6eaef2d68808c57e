// One of a few choices, as the browser shows it: a label above a select.
import { useId, type ReactNode } from 'react';

interface ChoiceParts<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
  readonly isDisabled?: boolean;
}

export function Choice<T extends string>({ label, value, options, onChange, isDisabled }: ChoiceParts<T>): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = options.find(([one]) => one === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
