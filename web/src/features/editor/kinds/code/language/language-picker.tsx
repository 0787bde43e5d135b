/** The list of languages of a code block, with how this device shows code below it. */
import type { EditorView } from '@codemirror/view';
import { Check } from 'lucide-react';
import { useState } from 'react';
import {
  type CodeLanguage,
  findLanguages,
  languageLabel,
} from '../../../../../../../markdown/src/kinds/code/language-names.ts';
import { Switch } from '../../../../../ui/fields/switch.tsx';
import { PickerPopover } from '../../../../../ui/palette/picker-popover.tsx';
import { codeBlockAt } from '../../../markdown/code-block-at.ts';
import { textPlace } from '../../../view/text-place.ts';
import { setCodeOptions, useCodeOptions } from '../code-options.ts';
import { closeLanguages } from './language-choice.ts';
import { writeLanguage } from './write-language.ts';

interface LanguagePickerProps {
  readonly view: EditorView;
  /** A place in the block. */
  readonly at: number;
}

export function LanguagePicker({ view, at }: LanguagePickerProps) {
  const [typed, setTyped] = useState('');
  const block = codeBlockAt(view.state, at);
  const current = block?.language ?? '';
  const found = findLanguages(typed);
  const own = typed.trim().split(/\s/)[0] ?? '';
  // A language that nobody here knows, but another program does.
  const items = found.length > 0 || own === '' ? found : [{ label: `Use “${own}”`, name: own, aliases: [] }];
  const close = () => {
    view.focus();
    view.dispatch({ effects: closeLanguages.of(null) });
  };
  const choose = ({ name }: CodeLanguage) => {
    view.focus();
    view.dispatch(writeLanguage(view.state, at, name));
  };
  return (
    <PickerPopover
      place={textPlace(view, at, at)}
      onClose={close}
      label="Language of the code"
      placeholder="Search languages"
      value={typed}
      onValueChange={setTyped}
      items={items}
      keyOf={({ name }) => name || 'plain'}
      nameOf={({ label }) => label}
      renderItem={({ label, name }) => (
        <>
          <span className="flex-1">{label}</span>
          {languageLabel(current) === label && <Check aria-label="Chosen" className="text-accent!" />}
          {name === '' && languageLabel(current) !== label && (
            <span className="text-ink-muted">No language</span>
          )}
        </>
      )}
      onChoose={choose}
      status={`${found.length} ${found.length === 1 ? 'language' : 'languages'}`}
    >
      <CodeSwitches />
    </PickerPopover>
  );
}

function CodeSwitches() {
  const options = useCodeOptions();
  return (
    <div className="flex shrink-0 flex-col gap-2 border-t border-line px-4.5 py-3 text-sm">
      <Switch
        label="Line numbers"
        checked={options.hasNumbers}
        onChange={(hasNumbers) => setCodeOptions({ ...options, hasNumbers })}
      />
      <Switch
        label="Wrap long lines"
        checked={options.wraps}
        onChange={(wraps) => setCodeOptions({ ...options, wraps })}
      />
    </div>
  );
}
