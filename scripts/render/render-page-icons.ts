/**
 * A page's own icons, drawn by Lucide: as styles for the web app, where whatever draws a page's name sets them without
 * JavaScript, and as shapes for public pages, which load nothing.
 */
import {
  Bookmark,
  BookOpen,
  Briefcase,
  Bug,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  Cloud,
  CodeXml,
  Compass,
  Database,
  Flag,
  FlaskConical,
  Globe,
  Heart,
  House,
  Lightbulb,
  type LucideIcon,
  Map as MapIcon,
  Megaphone,
  Rocket,
  Shield,
  Star,
  Target,
  Users,
} from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** By their names in the database (`pages_icon_known`). */
export const PAGE_ICONS: Readonly<Record<string, LucideIcon>> = {
  book: BookOpen,
  bookmark: Bookmark,
  briefcase: Briefcase,
  bug: Bug,
  calendar: CalendarDays,
  chart: ChartColumn,
  clipboard: ClipboardList,
  cloud: Cloud,
  code: CodeXml,
  compass: Compass,
  database: Database,
  flag: Flag,
  flask: FlaskConical,
  globe: Globe,
  heart: Heart,
  house: House,
  lightbulb: Lightbulb,
  map: MapIcon,
  megaphone: Megaphone,
  rocket: Rocket,
  shield: Shield,
  star: Star,
  target: Target,
  users: Users,
};

const NOTE = 'Made by `npm run generate` from scripts/render/render-page-icons.ts. Do not edit.';

export function renderPageIconStyles(): string {
  const rules = Object.entries(PAGE_ICONS).map(([name, icon]) => {
    const image = renderToStaticMarkup(createElement(icon, { size: 24 }))
      .replace(/ class="[^"]*"/, '')
      .replaceAll('"', "'")
      .replaceAll('<', '%3C')
      .replaceAll('>', '%3E')
      .replaceAll('#', '%23');
    return `[data-page-icon="${name}"] {\n  --page-icon: url("data:image/svg+xml,${image}");\n}\n`;
  });
  return `/* ${NOTE} */\n${rules.join('')}`;
}

export function renderPageIconShapes(): string {
  const entries = Object.entries(PAGE_ICONS).map(([name, icon]) => {
    const shapes = renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    return `  ${name}: '${shapes}',\n`;
  });
  return `/** ${NOTE} */\nexport const PAGE_ICON_SHAPES: Readonly<Record<string, string>> = {\n${entries.join('')}};\n`;
}
