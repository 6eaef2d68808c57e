// The conditions of the statements about the files of images, one at a time.
import { fileBytes, filePlace, fileUrns } from '../../../src/database/images/fileStore.ts';
import { dead, useTrials, type Case } from './scenario.ts';

const trials = useTrials();

const cases: Readonly<Record<string, Case>> = {
  'the files of an image': {
    rows: (urn) => ({ file: ['image_item_file', { urn: urn('file'), image_item: urn('image'), is_derived: true }] }),
    finds: async (urn) => (await fileUrns(trials.database, urn('image'), true)).length === 1,
    not: () => ({ ...dead('file'), 'file.image_item': 'urn:another', 'file.is_derived': false }),
  },
  'the bytes of a file': {
    rows: (urn) => ({
      file: ['image_item_file', { urn: urn('file'), image_item: urn('image') }],
      image: ['item', { urn: urn('image') }],
    }),
    finds: async (urn) =>
      (await fileBytes(trials.database, [urn('file')])).size === 1 &&
      (await filePlace(trials.database, urn('file'))) !== null,
    not: () => ({ 'file.urn': 'urn:another' }),
    still: dead('file'),
  },
};

trials.prove(cases);
