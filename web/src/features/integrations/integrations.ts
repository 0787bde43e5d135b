/** The services Trellis connects to, and those it will. */
import type { QueryKey } from '@tanstack/react-query';
import type { Integration } from './integration.ts';
import { notion } from './notion/notion.ts';

export const INTEGRATIONS: readonly Integration[] = [
  notion,
  { id: 'openai', name: 'OpenAI', description: 'Write and summarize with GPT models.' },
  { id: 'claude', name: 'Claude', description: 'Write and think with Claude.' },
  { id: 'deepseek', name: 'DeepSeek', description: 'Reason with DeepSeek models.' },
  { id: 'gemini', name: 'Google Gemini', description: 'Search and write with Gemini.' },
];

export function keysOfIntegrations(workspaceId: string): readonly QueryKey[] {
  return INTEGRATIONS.flatMap(({ parts }) => parts?.keys(workspaceId) ?? []);
}
