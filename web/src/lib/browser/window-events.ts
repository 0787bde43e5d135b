/** Events of the window, for as long as a component is there. */
import { useEffect, useEffectEvent } from 'react';

/**
 * Listens to the window while the component is there.
 * @param isFirst before what the event is about hears of it
 */
export function useWindowEvent<Type extends string>(
  type: Type,
  listener: (event: Type extends keyof WindowEventMap ? WindowEventMap[Type] : Event) => void,
  isFirst = false,
): void {
  const onEvent = useEffectEvent(listener as (event: Event) => void);
  useEffect(() => {
    const listen = (event: Event) => onEvent(event);
    window.addEventListener(type, listen, isFirst);
    return () => window.removeEventListener(type, listen, isFirst);
  }, [type, isFirst]);
}
