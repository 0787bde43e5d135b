/** The services Trellis connects to, and those it will. */

export interface Integration {
  readonly id: 'notion' | 'openai' | 'claude' | 'deepseek' | 'gemini';
  readonly name: string;
  readonly description: string;
  readonly isAvailable: boolean;
}

export const INTEGRATIONS: readonly Integration[] = [
  { id: 'notion', name: 'Notion', description: 'Keep pages in step with Notion.', isAvailable: true },
  { id: 'openai', name: 'OpenAI', description: 'Write and summarise with GPT models.', isAvailable: false },
  { id: 'claude', name: 'Claude', description: 'Write and think with Claude.', isAvailable: false },
  { id: 'deepseek', name: 'DeepSeek', description: 'Reason with DeepSeek models.', isAvailable: false },
  { id: 'gemini', name: 'Google Gemini', description: 'Search and write with Gemini.', isAvailable: false },
];
