import { useEffect, useState } from "preact/hooks";

/** The value as it was when it had not changed for `ms`: what is typed is checked when the fingers rest. */
export function useLate<T>(value: T, ms = 250): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return late;
}
