// `npm run build`: compiles the service ahead of its first start, for an image or a folder the service may not write.
import { compileService, keepCompiled } from './compile.js';

const service = await compileService((line) => process.stdout.write(`${line}\n`));
if (service.map) keepCompiled(service);
process.stdout.write(`${service.file}\n`);
