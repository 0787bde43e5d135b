/** Asks for the address of what a card is to show. */
import { type FormEvent, useRef, useState } from 'react';
import { EMBED_PROVIDERS, readEmbed } from '../../../../../../../markdown/src/kinds/embed/syntax.ts';
import { Button } from '../../../../../ui/button.tsx';
import { TextField } from '../../../../../ui/fields/text-field.tsx';
import { readAddress } from '../../../linked-pages/page-address.ts';
import { closeLink } from '../link-popover-state.ts';
import { writeEmbed } from './embed-link.ts';
import { FloatingCard } from './floating-card.tsx';
import type { LinkPopoverProps } from './link-popover-props.ts';

const NAMES = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
  EMBED_PROVIDERS.map(({ name }) => name),
);

export function EmbedField({ view, open }: Pick<LinkPopoverProps, 'view' | 'open'>) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const close = () => {
    view.focus();
    view.dispatch({ effects: closeLink.of(null) });
  };
  const write = (event: FormEvent) => {
    event.preventDefault();
    const embed = readEmbed(readAddress(typed, location.origin) ?? '');
    if (!embed) return setError('This address cannot be shown as a card.');
    close();
    writeEmbed(embed.address)(view);
  };
  return (
    <FloatingCard
      view={view}
      from={open.from}
      to={open.to}
      label="Embed"
      onClose={close}
      initialFocus={input}
      className="w-96 p-3"
    >
      <form className="flex flex-col gap-3" onSubmit={write} noValidate>
        <TextField
          ref={input}
          label="Address"
          type="url"
          placeholder="https://www.youtube.com/watch?v=…"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
          help={`From ${NAMES}. Nothing is loaded before a reader asks for it.`}
          error={error}
        />
        <Button look="primary" type="submit" className="self-end" disabled={typed.trim() === ''}>
          Embed
        </Button>
      </form>
    </FloatingCard>
  );
}
