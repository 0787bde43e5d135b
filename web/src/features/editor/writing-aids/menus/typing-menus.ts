/** The two menus that open while typing: `/` for blocks, `[[` for pages. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
} from '@codemirror/autocomplete';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { LinkablePages } from '../../linked-pages/linkable-page.ts';
import { isInCode } from '../../markdown/is-in-code.ts';
import { drawDescription, drawIcon, drawKey } from './draw-slash-option.ts';
import { menuTheme } from './menu-theme.ts';
import { drawPageIcon, drawPath, pageLinks } from './page-links.ts';
import { sayNothingFound, slashMenu } from './slash-menu.ts';

// The label is at 50, what belongs to it at 80.
const BEFORE_LABEL = 20;
const BESIDE_LABEL = 60;
const BEHIND_LABEL = 80;

const OPENS = /\/|\[\[/;
const activation = new Compartment();
const AWAKE = Prec.high(autocompletion({ activateOnTyping: true }));
const ASLEEP = Prec.high(autocompletion({ activateOnTyping: false }));

export function typingMenus(pages: LinkablePages): Extension {
  const links = pageLinks(pages);
  const list = (context: CompletionContext): CompletionResult | null => {
    const result = isInCode(context.state, context.pos) ? null : (slashMenu(context) ?? links(context));
    // The menu follows the letter at once, not after it: Enter takes what the menu shows then.
    return result && { ...result, update: (_result, _from, _to, next) => list(next) };
  };
  return [
    Prec.high(
      autocompletion({
        // One source: a second one would be asked again with each letter, and the menu take no key meanwhile.
        override: [list],
        icons: false,
        addToOptions: [
          { render: drawIcon, position: BEFORE_LABEL },
          { render: drawPageIcon, position: BEFORE_LABEL },
          { render: drawDescription, position: BESIDE_LABEL },
          { render: drawPath, position: BEHIND_LABEL },
          { render: drawKey, position: BEHIND_LABEL },
        ],
        interactionDelay: 0,
        activateOnTypingDelay: 0,
        maxRenderedOptions: 50,
        aboveCursor: false,
      }),
    ),
    reachableList,
    activation.of(ASLEEP),
    askWhereItMayOpen,
    sayNothingFound,
    menuTheme,
  ];
}

/** The list scrolls, so the keyboard must be able to come to it. With the mouse one stays in the text. */
const REACHABLE = {
  key: {},
  read: (view: EditorView) => view.dom.querySelector<HTMLElement>('.cm-tooltip-autocomplete > ul'),
  write: (list: HTMLElement | null) => {
    if (!list || list.tabIndex === 0) return;
    list.tabIndex = 0;
    list.addEventListener('mousedown', (event) => event.preventDefault());
  },
};

const reachableList: Extension = EditorView.updateListener.of(({ view, state }) => {
  if (completionStatus(state) === 'active') view.requestMeasure(REACHABLE);
});

/** The library asks for a menu with each letter, and each answer is an update of the editor: only where there can be one. */
const askWhereItMayOpen = EditorState.transactionExtender.of((transaction) => {
  if (!transaction.isUserEvent('input.type')) return null;
  const { head } = transaction.newSelection.main;
  const line = transaction.newDoc.lineAt(head);
  const wanted = OPENS.test(line.text.slice(0, head - line.from)) ? AWAKE : ASLEEP;
  if (activation.get(transaction.startState) === wanted) return null;
  return { effects: activation.reconfigure(wanted) };
});
