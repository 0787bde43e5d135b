/** Pictures and images in the slash menu. */
import { Columns2, Image, ImageUp } from 'lucide-react';
import { choosePictures } from '../../files/choose-files.ts';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertImage, insertPictures } from './insert-image.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Picture…',
    group: 'Media and tables',
    description: 'From this device',
    icon: ImageUp,
    words: 'image photo screenshot upload',
    rank: 2,
    run: choosePictures,
  },
  {
    name: 'Image',
    group: 'Media and tables',
    description: 'By its address on the web',
    icon: Image,
    words: '![] img picture photo figure',
    rank: 4,
    run: insertImage,
  },
  {
    name: 'Two pictures side by side',
    group: 'Media and tables',
    icon: Columns2,
    words: 'image images columns row gallery figure photos',
    rank: 5,
    run: insertPictures,
  },
];
