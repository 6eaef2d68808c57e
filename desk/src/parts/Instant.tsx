// A field for a date and a time in the zone of this browser.
import { useId, type ReactNode } from 'react';

interface InstantParts {
  readonly label: string;
  /** As the field holds it; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function Instant({ label, value, onChange }: InstantParts): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}
