import fc from 'fast-check';

// printed when a run begins (test/run-set-up.ts), so that any run can be had again
if (process.env.FUZZ_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) });

export default fc;
